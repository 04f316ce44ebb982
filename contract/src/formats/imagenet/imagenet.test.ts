import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LabeledImage } from '../labeled-images.ts'
import { anyImages, byPath } from '../testing/any-images.ts'
import { decoded, memoryFolder, memorySource, sizesOf, written } from '../testing/memory-folder.ts'
import { imagenet } from './codec.ts'

/** At most one class per image; without one it is unlabeled. */
const single = (image: LabeledImage): LabeledImage => {
  const shapes = image.shapes.slice(0, 1)
  return { ...image, shapes, ...(shapes.length === 0 ? { unlabeled: true } : {}) }
}

test('ImageNet: folders of any order that are exported are imported the same, class order and names in any script too', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyImages({ kinds: ['class'], scores: false }),
      fc.constantFrom('split/class', 'class/split', 'class'),
      async ({ labels, images: some }, layout) => {
        const images = some.map(single)
        const { files, problems } = await written(
          imagenet.encode(memorySource(labels, images), { layout, images: true }),
        )
        expect(problems.filter(({ reason }) => reason !== 'splits-not-written')).toEqual([])
        const back = await decoded(imagenet, memoryFolder(files, 40, sizesOf(images)))
        if (images.length === 0) return
        expect(back.problems).toEqual([])
        expect(back.labels).toEqual(labels)
        const isKnown = ({ unlabeled }: LabeledImage) => layout !== 'class' || !unlabeled
        const expected = images.map(({ split, ...image }) => ({
          ...image,
          ...(isKnown(image) && split ? { split } : {}),
        }))
        expect(byPath(back.images)).toEqual(byPath(expected))
      },
    ),
    { numRuns: 80 },
  )
})

test('ImageNet: without images the lists say the class of each', async () => {
  const labels = [{ name: '狗' }, { name: 'cat' }]
  const images: LabeledImage[] = [
    { path: 'a b/x 1.jpg', width: 1, height: 1, split: 'test', shapes: [{ kind: 'class', labelIndex: 1 }] },
  ]
  const { files } = await written(imagenet.encode(memorySource(labels, images)))
  expect(new TextDecoder().decode(files['test.txt'])).toBe('"test/cat/a b/x 1.jpg" 1\n')
  const back = await decoded(imagenet, memoryFolder(files))
  expect(back).toMatchObject({ labels, images, problems: [], files: [null] })
})

test('ImageNet: lists say the split of images in folders of classes alone, with quotes around a place or without', async () => {
  const files = {
    'synsets.txt': 'cat\n',
    'train.txt': 'cat/a b.jpg 0\n',
    'val.txt': '"cat/a 1.jpg" 0\n"cat/a "2".jpg" 0\ncat/a.jpg 0\n',
    ...Object.fromEntries(['a b', 'a 1', 'a "2"', 'a'].map((name) => [`cat/${name}.jpg`, ''])),
  }
  const { images, problems } = await decoded(imagenet, memoryFolder(files))
  expect(problems).toEqual([])
  expect(Object.fromEntries(images.map(({ path, split }) => [path, split]))).toEqual({
    'a b.jpg': 'train',
    'a 1.jpg': 'validation',
    'a "2".jpg': 'validation',
    'a.jpg': 'validation',
  })
})

test('ImageNet: a class may have any name, also one that every object of JavaScript knows', async () => {
  const paths = ['constructor/图/x.jpg', '__proto__/图/y.jpg']
  const { labels } = await decoded(imagenet, memoryFolder(Object.fromEntries(paths.map((path) => [path, '']))))
  expect(labels.map(({ name }) => name).toSorted()).toEqual(['__proto__', 'constructor'])
})

test('ImageNet: the folders of other tools are read, also inside one around all', async () => {
  const read = async (...paths: string[]) => {
    const back = await decoded(imagenet, memoryFolder(Object.fromEntries(paths.map((path) => [path, '']))))
    const facts = back.images.map(({ path, split, shapes }) => [
      path,
      split,
      back.labels[shapes[0]?.labelIndex ?? -1]?.name,
    ])
    return { facts, problems: back.problems }
  }
  expect(await read('train/cat/1.jpg', 'val/dog/2.jpg')).toEqual({
    facts: [
      ['1.jpg', 'train', 'cat'],
      ['2.jpg', 'validation', 'dog'],
    ],
    problems: [],
  })
  expect(await read('pets/cat/1.jpg', 'pets/dog/2.jpg')).toEqual({
    facts: [
      ['1.jpg', undefined, 'cat'],
      ['2.jpg', undefined, 'dog'],
    ],
    problems: [],
  })
  expect((await read('cat/train/1.jpg', 'dog/test/2.jpg')).facts).toEqual([
    ['1.jpg', 'train', 'cat'],
    ['2.jpg', 'test', 'dog'],
  ])
  expect((await read('cat/1.jpg', '2.jpg')).problems).toEqual(['2.jpg: 2.jpg: it has no class'])
})

test('R2.24 ImageNet: lists number the classes of images that lie in one folder', async () => {
  const back = await decoded(
    imagenet,
    memoryFolder({
      'synsets.txt': 'cat\ndog\n',
      'train.txt': 'a.jpg 1\n"b c".jpg 0\n',
      'val.txt': 'd.jpg 1\n',
      'images/a.jpg': '',
      'images/b c.jpg': '',
      'images/d.jpg': '',
    }),
  )
  expect(back.labels.map(({ name }) => name)).toEqual(['cat', 'dog'])
  expect(back.images.map(({ path, split, shapes }) => [path, split, shapes[0]?.labelIndex])).toEqual([
    ['a.jpg', 'train', 1],
    ['b c.jpg', 'train', 0],
    ['d.jpg', 'validation', 1],
  ])
  expect(back.problems).toEqual([])
})
