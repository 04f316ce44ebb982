import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { maskOf, maskPixels } from '../../labels/mask.ts'
import { fitShape } from '../fit-shapes.ts'
import type { LabeledImage, LabeledShape, Split } from '../labeled-images.ts'
import { anyImages, byPath } from '../testing/any-images.ts'
import { decoded, memoryFolder, memorySource, written } from '../testing/memory-folder.ts'
import { decodeYoloConfiguration } from '../yolo/configuration.ts'
import { masks } from './codec.ts'

function paintedShapes(image: LabeledImage, keyOf: (index: number, shape: LabeledShape) => number): LabeledShape[] {
  const { width, height } = image
  const top = new Int32Array(width * height).fill(-1)
  for (const [index, shape] of image.shapes.entries()) {
    const fitted = fitShape(shape, ['mask'], image)
    if (fitted?.kind !== 'mask') continue
    const { mask } = fitted
    for (const [at, inside] of maskPixels(mask).entries()) {
      if (inside) top[(mask.y + Math.floor(at / mask.width)) * width + mask.x + (at % mask.width)] = keyOf(index, shape)
    }
  }
  return [...new Set(top)]
    .filter((key) => key >= 0)
    .sort((a, b) => a - b)
    .map((key) => {
      const mask = maskOf(
        Uint8Array.from(top, (value) => (value === key ? 1 : 0)),
        { x: 0, y: 0, width, height },
      )!
      const labelIndex = image.shapes.find((shape, index) => keyOf(index, shape) === key)!.labelIndex
      return { kind: 'mask', mask, labelIndex }
    })
}

const any = anyImages({ kinds: ['mask', 'polygon'], scores: false })

test('masks: pictures of classes and objects that are exported are imported pixel by pixel', async () => {
  await fc.assert(
    fc.asyncProperty(any, async ({ labels, images }) => {
      const { files } = await written(masks.encode(memorySource(labels, images), { images: true }))
      const back = await decoded(masks, memoryFolder(files))
      if (images.length === 0) return
      expect(back.problems).toEqual([])
      expect(back.labels.map(({ name }) => name)).toEqual(labels.map(({ name }) => name))
      expect(byPath(back.images)).toEqual(
        byPath(images).map((image) => ({ ...image, shapes: paintedShapes(image, (index) => index) })),
      )
    }),
    { numRuns: 40 },
  )
})

test('masks: grey pictures that are exported are imported class by class', async () => {
  await fc.assert(
    fc.asyncProperty(any, async ({ labels, images }) => {
      const { files } = await written(masks.encode(memorySource(labels, images), { layout: 'grey', images: true }))
      const back = await decoded(masks, memoryFolder(files))
      if (images.length === 0) return
      expect(back.problems).toEqual([])
      expect(back.labels).toEqual(labels)
      const classOf = (_: number, { labelIndex }: LabeledShape) => labelIndex
      expect(byPath(back.images)).toEqual(
        byPath(images).map((image) => ({ ...image, shapes: paintedShapes(image, classOf) })),
      )
    }),
    { numRuns: 40 },
  )
})

test('masks: more objects than a palette has places are all kept apart', async () => {
  const shapes = Array.from({ length: 300 }, (_, at): LabeledShape => ({
    kind: 'mask',
    labelIndex: at % 2,
    mask: { x: at % 20, y: Math.floor(at / 20), width: 1, height: 1, counts: [0, 1] },
  }))
  const images: LabeledImage[] = [{ path: 'a', width: 20, height: 15, shapes, split: 'train' }]
  const { files } = await written(masks.encode(memorySource([{ name: 'x' }, { name: 'y' }], images)))
  expect((await decoded(masks, memoryFolder(files))).images).toEqual(images)
})

const png = (pixels: number[], width: number, channels: 1 | 3 = 1) =>
  sharp(Uint8Array.from(pixels), { raw: { width, height: pixels.length / width / channels, channels } })
    .png()
    .toBuffer()

test('masks: colours without objects, as CVAT and VOC lay them out, are read by the label map', async () => {
  const [none, cat, edge] = [
    [0, 0, 0],
    [128, 0, 0],
    [224, 224, 192],
  ]
  const files = {
    'SegmentationClass/a.png': await png([...none, ...cat, ...edge, ...cat, ...cat, 1, 2, 3], 3, 3),
    'labelmap.txt': '# label:color_rgb:parts:actions\nbackground:0,0,0::\ncat:128,0,0::\n',
    'ImageSets/Segmentation/default.txt': 'a\n',
  }
  const back = await decoded(masks, memoryFolder(files))
  const mask = { x: 0, y: 0, width: 2, height: 2, counts: [1, 3] }
  expect(back.images).toEqual([{ path: 'a', width: 3, height: 2, shapes: [{ kind: 'mask', mask, labelIndex: 0 }] }])
  expect(back.problems).toEqual(['SegmentationClass/a.png: there is no class for the color #010203'])
})

test('masks: an image of the same name in each split has its own mask', async () => {
  const mask = { x: 0, y: 0, width: 1, height: 1, counts: [0, 1] }
  const image = (path: string, split: Split, shapes: LabeledShape[]) => ({ path, width: 1, height: 1, split, shapes })
  const shapes: LabeledShape[] = [{ kind: 'mask', labelIndex: 0, mask }]
  const images = [image('1.jpg', 'train', shapes), image('1.png', 'validation', [])]
  const source = memorySource([{ name: 'x' }], images)
  const { files } = await written(masks.encode(source, { layout: 'grey', images: true }))
  const back = await decoded(masks, memoryFolder(files))
  expect(back).toMatchObject({ images, files: ['images/train/1.jpg', 'images/val/1.png'] })
  const grey = await png([0], 1)
  const elsewhere = { 'a/1.jpg': '', 'b/images/2.jpg': '', 'c/images/2.jpg': '', 'masks/2.png': grey }
  expect((await decoded(masks, memoryFolder(elsewhere))).files).toEqual([
    null,
    'a/1.jpg',
    'b/images/2.jpg',
    'c/images/2.jpg',
  ])
  const { 'b/images/2.jpg': _, ...single } = elsewhere
  expect((await decoded(masks, memoryFolder(single))).files).toEqual(['c/images/2.jpg', 'a/1.jpg'])
  const bare = { 'train/a.jpg': '', 'val/a.jpg': '', 'masks/train/a.png': grey, 'masks/val/a.png': grey }
  expect((await decoded(masks, memoryFolder(bare))).files).toEqual(['train/a.jpg', 'val/a.jpg'])
})

test('masks: every picture that was opened is ended, also when it does not fit the other', async () => {
  const cat = [128, 0, 0]
  const folder = memoryFolder({
    'SegmentationClass/a.png': await png([...cat, ...cat, ...cat, ...cat], 2, 3),
    'SegmentationObject/a.png': await png([...cat, ...cat, ...cat, ...cat], 2, 3),
    'SegmentationClass/b.png': await png([...cat, ...cat], 2, 3),
    'SegmentationObject/b.png': await png([...cat, ...cat], 1, 3),
    'SegmentationClass/c.png': await png([...cat, ...cat], 2, 3),
    'SegmentationObject/c.png': 'no png',
    'labelmap.txt': 'background:0,0,0::\ncat:128,0,0::\n',
  })
  const open = new Set<string>()
  const watched = {
    ...folder,
    async *open(path: string) {
      open.add(path)
      try {
        yield* folder.open(path)
      } finally {
        open.delete(path)
      }
    },
  }
  const back = await decoded(masks, watched)
  expect(back.images).toHaveLength(1)
  expect(back.problems).toHaveLength(2)
  expect([...open]).toEqual([])
})

test('masks: names in a broken YAML file are none, and the numbers are the names', async () => {
  const files = { 'data.yaml': 'names: *gone', 'masks/a.png': await png([0, 7, 9], 3) }
  expect((await decoded(masks, memoryFolder(files))).labels).toEqual([{ name: '7' }, { name: '9' }])
})

test('masks: grey values are classes by way of a mapping, 255 is ignored, and what cannot be read is told', async () => {
  const files = {
    'data.yaml': 'names: {0: road, 1: car}\nlabel_mapping: {7: 0, 9: 1, 255: 255}\n',
    'images/val/a.jpg': '',
    'masks/val/a.png': await png([7, 7, 255, 9], 2),
    'masks/val/b.png': 'no png',
  }
  const back = await decoded(masks, memoryFolder(files))
  expect(back.labels).toEqual([{ name: 'road' }, { name: 'car' }])
  const shapes = [
    { kind: 'mask', labelIndex: 0, mask: { x: 0, y: 0, width: 2, height: 1, counts: [0, 2] } },
    { kind: 'mask', labelIndex: 1, mask: { x: 1, y: 1, width: 1, height: 1, counts: [0, 1] } },
  ]
  expect(back.images).toEqual([{ path: 'a.jpg', width: 2, height: 2, shapes, split: 'validation' }])
  expect(back.problems).toEqual(['masks/val/b.png: not a PNG that can be read: it ends in the middle'])
})

test('masks: grey pictures of an undivided dataset are named as those that train and validate', async () => {
  const images: LabeledImage[] = [{ path: 'a.jpg', width: 1, height: 1, shapes: [] }]
  const { files } = await written(masks.encode(memorySource([{ name: 'x' }], images), { layout: 'grey' }))
  const { train, val } = decodeYoloConfiguration(new TextDecoder().decode(files['data.yaml']), 'data.yaml')
  expect([train, val]).toEqual([['images/default'], ['images/default']])
})
