import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LabeledImage, LabeledShape } from '../labeled-images.ts'
import { anyImages, byPath, nearly } from '../testing/any-images.ts'
import { decoded, memoryFolder, memorySource, written } from '../testing/memory-folder.ts'
import { labelme } from './codec.ts'

const flagsFirst = (shapes: readonly LabeledShape[]): LabeledShape[] => {
  const classes = new Map(
    shapes.flatMap((shape) =>
      shape.kind === 'class' ? [[shape.labelIndex, { kind: 'class', labelIndex: shape.labelIndex } as const]] : [],
    ),
  )
  return [...classes.values(), ...shapes.filter(({ kind }) => kind !== 'class')]
}

const namedLikeAll = {
  labels: [{ name: '__proto__' }],
  images: [
    {
      path: 'a.jpg',
      width: 8,
      height: 8,
      split: 'train' as const,
      shapes: [{ kind: 'class' as const, labelIndex: 0 }],
    },
  ],
}

test('LabelMe: what is exported is imported the same, masks, holes, classes of whole images and empty images too', async () => {
  await fc.assert(
    fc.asyncProperty(anyImages({ kinds: ['box', 'polygon', 'mask', 'class'] }), async ({ labels, images }) => {
      const { files, problems } = await written(labelme.encode(memorySource(labels, images), { images: true }))
      expect(problems.filter(({ reason }) => reason !== 'scores-not-written')).toEqual([])
      const back = await decoded(labelme, memoryFolder(files))
      if (images.length === 0) return
      expect(back.problems).toEqual([])
      expect(back.labels).toEqual(labels)
      const decodedImages = byPath(back.images).map((image) => ({ ...image, shapes: image.shapes.toSorted(byClass) }))
      const expected = byPath(images).map((image) => ({ ...image, shapes: flagsFirst(image.shapes).toSorted(byClass) }))
      expect(decodedImages).toEqual(nearly(expected))
    }),
    { numRuns: 60, examples: [[namedLikeAll]] },
  )
})

const byClass = (a: LabeledShape, b: LabeledShape) =>
  a.kind === 'class' && b.kind === 'class' ? a.labelIndex - b.labelIndex : 0

test('LabelMe: documents of LabelMe and X-AnyLabeling are read; what cannot be taken is told', async () => {
  const shape = (shape_type: string, points: number[][], more: object = {}) => ({
    label: 'cat',
    shape_type,
    points,
    group_id: null,
    flags: {},
    ...more,
  })
  const shapes = [
    shape(
      'rectangle',
      [
        [4, 5],
        [1, 2],
      ],
      { score: 0.5, attributes: { wild: true } },
    ),
    shape(
      'rectangle',
      [
        [0, 0],
        [4, 0],
        [4, 2],
        [0, 2],
      ],
      { group_id: 3 },
    ),
    shape('polygon', [
      [0, 0],
      [4, 0],
      [4, 2],
    ]),
    shape('circle', [
      [5, 5],
      [5, 7],
    ]),
    shape('point', [[1, 1]]),
    shape('polygon', [[1, 1]]),
    { label: 'dog' },
  ]
  const document = {
    version: '2.4.4',
    flags: { blurred: true, dark: false },
    shapes,
    imagePath: '..\\images\\a.png',
    imageData: null,
    imageHeight: 10,
    imageWidth: 20,
  }
  const back = await decoded(
    labelme,
    memoryFolder({
      'labels/a.json': JSON.stringify(document),
      'images/a.png': '',
      'labels/b.json': '{',
      'labels/c.json': '{"shapes": 3}',
    }),
  )
  expect(back.labels).toEqual([{ name: 'blurred' }, { name: 'cat' }])
  expect(back.files).toEqual(['images/a.png'])
  const circle = { kind: 'polygon', labelIndex: 1, polygon: { rings: [expect.arrayContaining([7, 5])] } }
  expect(back.images[0]?.shapes).toEqual([
    { kind: 'class', labelIndex: 0 },
    { kind: 'box', labelIndex: 1, box: { x: 1, y: 2, width: 3, height: 3 }, score: 0.5, attributes: { wild: true } },
    { kind: 'box', labelIndex: 1, box: { x: 0, y: 0, width: 4, height: 2 }, group: 3 },
    { kind: 'polygon', labelIndex: 1, polygon: { rings: [[0, 0, 4, 0, 4, 2]] } },
    circle,
  ])
  expect(back.problems.map((text) => text.replace(/JSON: .*/, 'JSON: …'))).toEqual([
    'labels/a.json: shape 5: shapes of type point are not taken',
    'labels/a.json: shape 6: a polygon needs at least 3 points',
    'labels/a.json: shape 7: points: is missing',
    'labels/b.json: not valid JSON: …',
    'labels/c.json: shapes: a list is missing',
  ])
})

test('LabelMe: an image of every split has its document beside it', async () => {
  const images: LabeledImage[] = [{ path: 'a/x.jpg', width: 4, height: 4, shapes: [], split: 'validation' }]
  const { files } = await written(labelme.encode(memorySource([{ name: 'x' }], images), { images: true }))
  expect(Object.keys(files)).toEqual(['labels.txt', 'val/a/x.jpg', 'val/a/x.json'])
  expect(labelme.detect(Object.keys(files))).toBe(0.8)
})
