import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areaOf } from '../areas/areas.ts'
import type { LabeledImage, Split } from '../labeled-images.ts'
import { anyImages, byPath, nearly } from '../testing/any-images.ts'
import { decoded, memoryFolder, memorySource, sizesOf, written } from '../testing/memory-folder.ts'
import { yolo } from './codec.ts'
import { decodeYoloConfiguration } from './configuration.ts'

test('YOLO: boxes that are exported are imported the same to a thousandth of a pixel, empty images too', async () => {
  await fc.assert(
    fc.asyncProperty(anyImages({ kinds: ['box'], scores: false }), async ({ labels, images }) => {
      const { files, problems } = await written(yolo.encode(memorySource(labels, images), { images: true }))
      expect(problems).toEqual([])
      const back = await decoded(yolo, memoryFolder(files, 50, sizesOf(images)))
      expect(back.problems).toEqual([])
      expect(back.labels).toEqual(labels)
      expect(byPath(back.images)).toEqual(nearly(byPath(images)))
    }),
    { numRuns: 60 },
  )
})

test('YOLO: areas that are exported are imported with the same pixels inside, holes and parts too', async () => {
  await fc.assert(
    fc.asyncProperty(anyImages({ kinds: ['mask'], scores: false }), async ({ labels, images }) => {
      const { files } = await written(yolo.encode(memorySource(labels, images)))
      const back = await decoded(yolo, memoryFolder(files, 50, sizesOf(images)))
      expect(back.problems).toEqual([])
      const pixels = (some: readonly LabeledImage[]) =>
        some.map((image) => [image.split, image.shapes.map((shape) => [shape.labelIndex, areaOf(shape)?.mask(image)])])
      const stem = (image: LabeledImage) => ({ ...image, path: image.path.replace(/\.jpg$/, '') })
      expect(pixels(byPath(back.images))).toEqual(pixels(byPath(images.map(stem))))
    }),
    { numRuns: 60 },
  )
})

const box = { kind: 'box', labelIndex: 1, box: { x: 0.4, y: 0.4, width: 0.2, height: 0.2 } }
const shapes = [nearly([{ path: '', width: 1, height: 1, shapes: [box] } as LabeledImage])[0] as LabeledImage][0]!
  .shapes
const line = '1 0.5 0.5 0.2 0.2\n'

const dialects: Record<string, { files: Record<string, string>; path: string; split?: string }> = {
  'Ultralytics, in a folder around all': {
    files: {
      'coco8/data.yaml': 'path: ../datasets/coco8\ntrain: images/train\nval: images/val\nnames: {0: cat, 1: dog}\n',
      'coco8/images/val/a.jpg': '',
      'coco8/labels/val/a.txt': line,
    },
    path: 'a.jpg',
    split: 'validation',
  },
  Roboflow: {
    files: {
      'data.yaml': "train: ../train/images\nval: ../valid/images\ntest: ../test/images\nnc: 2\nnames: ['cat', 'dog']\n",
      'README.roboflow.txt': 'made by',
      'valid/images/a.jpg': '',
      'valid/labels/a.txt': line,
    },
    path: 'a.jpg',
    split: 'validation',
  },
  'CVAT YOLO 1.1, annotations only': {
    files: {
      'obj.data': 'classes = 2\ntrain = data/train.txt\nnames = data/obj.names\nbackup = backup/\n',
      'obj.names': 'cat\ndog\n',
      'train.txt': 'data/obj_train_data/sub/a.jpg\n',
      'obj_train_data/sub/a.txt': line,
    },
    path: 'sub/a.jpg',
    split: 'train',
  },
  'CVAT Ultralytics with lists': {
    files: {
      'data.yaml': 'path: .\ntrain: train.txt\nnames:\n  0: cat\n  1: dog\n',
      'train.txt': 'data/images/train/a.png\n',
      'labels/train/a.txt': line,
    },
    path: 'a.png',
    split: 'train',
  },
  'Label Studio': {
    files: { 'classes.txt': 'cat\ndog\n', 'notes.json': '{}', 'images/a.jpg': '', 'labels/a.txt': line },
    path: 'a.jpg',
  },
  'LabelImg and Darknet, labels beside the images': {
    files: { 'classes.txt': 'cat\r\ndog', 'a.jpg': '', 'a.txt': line },
    path: 'a.jpg',
  },
}

test.each(Object.entries(dialects))('YOLO: the dialect of %s is read', async (_, { files, path, split }) => {
  expect(yolo.detect(Object.keys(files))).toBeGreaterThan(0.5)
  const back = await decoded(yolo, memoryFolder(files))
  expect(back.problems).toEqual([])
  expect(back.labels).toEqual([{ name: 'cat' }, { name: 'dog' }])
  expect(back.images).toEqual([{ path, width: 1, height: 1, shapes, ...(split === undefined ? {} : { split }) }])
})

test('YOLO: of poses the boxes are taken, of rotated boxes the outlines', async () => {
  const files = {
    'data.yaml': 'train: images/train\nnames: [cat, dog]\nkpt_shape: [2, 3]\n',
    'labels/train/a.txt': '1 0.5 0.5 0.2 0.2 0.1 0.1 2 0.3 0.3 0\n',
    'labels/train/b.txt': '1 0.1 0.1 0.2 0.1 0.2 0.2 0.1 0.2\n',
  }
  const back = await decoded(yolo, memoryFolder(files))
  expect(back.problems).toEqual([
    'labels/train/a.txt:1: rows of 10 numbers after the class are boxes with keypoints: the boxes are taken, keypoints are left out',
  ])
  expect(back.images.map((image) => image.shapes.map(({ kind }) => kind))).toEqual([['box'], ['polygon']])
})

test('YOLO: bad lines are told with their line, the others are taken', async () => {
  const files = {
    'classes.txt': 'cat\ndog\n',
    'labels/a.txt': `${line}9 0.5 0.5 0.1 0.1\n\n1 a 0 0 0\n`,
    'labels/b.txt': Uint8Array.of(255, 254, 0),
  }
  const back = await decoded(yolo, memoryFolder(files))
  expect(back.images.map(({ path }) => path)).toEqual(['a'])
  expect(back.images[0]?.shapes).toHaveLength(1)
  expect(back.problems).toEqual([
    'labels/a.txt:2: there is no class 9 among the 2 classes',
    'labels/a.txt:4: "a" is not a number',
    expect.stringMatching('labels/b.txt: it is text of no encoding'),
  ])
  const alias = await decoded(yolo, memoryFolder({ 'data.yaml': 'train: *gone\nnames: [a]', 'labels/a.txt': line }))
  expect(alias.problems).toEqual(['data.yaml: not valid YAML: an alias stands for nothing, or for far too much'])
  const broken = await decoded(yolo, memoryFolder({ 'data.yaml': 'names: {0: a, 2: b}', 'labels/a.txt': line }))
  expect(broken.problems).toEqual(['data.yaml: not valid YAML: names: the 2 classes have no number 1'])
})

test('YOLO: a score is no column of a label, and is told as a loss', async () => {
  const shape = { kind: 'box', labelIndex: 1, box: { x: 0.4, y: 0.4, width: 0.2, height: 0.2 }, score: 0.5 } as const
  const image: LabeledImage = { path: 'a.jpg', width: 1, height: 1, split: 'train', shapes: [shape] }
  const { files, problems } = await written(yolo.encode(memorySource([{ name: 'x' }, { name: 'y' }], [image])))
  expect(new TextDecoder().decode(files['labels/train/a.txt'])).toBe(line)
  expect(problems).toEqual([{ file: 'labels', reason: 'scores-not-written', values: { count: 1 } }])
  const names = { 'classes.txt': 'x\ny\n', 'labels/a.txt': `${line.trim()} 0.5\n` }
  expect((await decoded(yolo, memoryFolder(names))).images[0]?.shapes).toMatchObject([{ score: 0.5 }])
})

test('YOLO: without images to validate with, those that train are named again', async () => {
  const folders = async (...splits: (Split | null)[]) => {
    const source = { ...memorySource([{ name: 'x' }], []), splits }
    const { files } = await written(yolo.encode(source))
    expect(new TextDecoder().decode(files['data.yaml'])).not.toContain('*')
    const { train, val, test: of } = decodeYoloConfiguration(new TextDecoder().decode(files['data.yaml']), 'data.yaml')
    return [train, val, of]
  }
  const undivided = ['images/default']
  expect(await folders(null)).toEqual([undivided, undivided, []])
  expect(await folders('train', 'test')).toEqual([['images/train'], ['images/train'], ['images/test']])
  expect(await folders('train', 'validation', null)).toEqual([['images/train', ...undivided], ['images/val'], []])
})

test('YOLO: classes are named by numbers, not by texts', async () => {
  const { files } = await written(yolo.encode(memorySource([{ name: '人' }, { name: 'car: big' }], [])))
  expect(new TextDecoder().decode(files['data.yaml'])).toContain('names:\n  0: 人\n  1: "car: big"\n')
})

test('YOLO: two images whose names differ in their ending alone are both written', async () => {
  const images = ['a.jpg', 'a.png'].map((path): LabeledImage => ({
    path,
    width: 4,
    height: 4,
    shapes: [],
    split: 'train',
  }))
  const { files, problems } = await written(yolo.encode(memorySource([{ name: 'x' }], images), { images: true }))
  expect(Object.keys(files).sort()).toEqual([
    'classes.txt',
    'data.yaml',
    'images/train/a.jpg',
    'images/train/a_png.png',
    'labels/train/a.txt',
    'labels/train/a_png.txt',
  ])
  expect(problems).toMatchObject([{ file: 'a.png', reason: 'renamed' }])
})

test('a class number is below the number of classes', async () => {
  const names = 'names: {0: cat, 1: dog}\n'
  const folder = (classNumber: number) =>
    memoryFolder({
      'data.yaml': `train: images/train\n${names}`,
      'images/train/a.jpg': '',
      'labels/train/a.txt': `${classNumber} 0.5 0.5 0.2 0.2\n`,
    })
  expect((await decoded(yolo, folder(1))).images[0]?.shapes).toMatchObject([{ labelIndex: 1 }])
  for (const beyond of [2, -1]) {
    const { images, problems } = await decoded(yolo, folder(beyond))
    expect(images.flatMap(({ shapes }) => shapes)).toEqual([])
    expect(problems).toEqual([`labels/train/a.txt:1: there is no class ${beyond} among the 2 classes`])
  }
})
