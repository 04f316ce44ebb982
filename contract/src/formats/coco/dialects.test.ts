import { expect, test } from 'vitest'
import { maskPixels } from '../../labels/mask.ts'
import { decoded, memoryFolder, memorySource, written } from '../testing/memory-folder.ts'
import type { LabeledImage, LabeledShape } from '../labeled-images.ts'
import { coco } from './codec.ts'

const image = {
  id: 1,
  width: 6,
  height: 4,
  file_name: 'a.jpg',
  license: 0,
  flickr_url: '',
  coco_url: '',
  date_captured: 0,
}
const annotation = { id: 1, image_id: 1, category_id: 1, area: 4, bbox: [1, 1, 2, 2], iscrowd: 0 }
const document = (more: object) =>
  JSON.stringify({ licenses: [{ name: '', id: 0, url: '' }], info: { year: '' }, ...more })

test('COCO as CVAT lays it out: masks are runs with iscrowd 1, attributes and scores stay', async () => {
  const text = document({
    categories: [{ id: 1, name: 'dog', supercategory: '' }],
    images: [{ ...image, file_name: 'sub/a.jpg' }],
    annotations: [
      {
        ...annotation,
        segmentation: [[1, 1, 3, 1, 3, 3]],
        attributes: { occluded: false, rotation: 0.5 },
        score: 0.75,
      },
      { ...annotation, id: 2, segmentation: { counts: [5, 2, 2, 2, 13], size: [4, 6] }, iscrowd: 1 },
      { ...annotation, id: 3, segmentation: [] },
    ],
  })
  const back = await decoded(
    coco,
    memoryFolder({ 'annotations/instances_default.json': text, 'images/default/sub/a.jpg': '' }),
  )
  expect(back.problems).toEqual([])
  expect(back.files).toEqual(['images/default/sub/a.jpg'])
  expect(back.images).toEqual([
    {
      path: 'sub/a.jpg',
      width: 6,
      height: 4,
      shapes: [
        {
          kind: 'polygon',
          labelIndex: 0,
          polygon: { rings: [[1, 1, 3, 1, 3, 3]] },
          attributes: { occluded: false, rotation: 0.5 },
          score: 0.75,
        },
        { kind: 'mask', labelIndex: 0, mask: { x: 1, y: 1, width: 2, height: 2, counts: [0, 4] } },
        { kind: 'box', labelIndex: 0, box: { x: 1, y: 1, width: 2, height: 2 } },
      ],
    },
  ])
})

test('COCO as Roboflow lays it out: the name of the project is no class, images of a split lie beside the document', async () => {
  const text = document({
    categories: [
      { id: 0, name: 'pets', supercategory: 'none' },
      { id: 1, name: 'cat', supercategory: 'pets' },
      { id: 2, name: 'dog', supercategory: 'pets' },
    ],
    images: [image],
    annotations: [{ ...annotation, category_id: 2, segmentation: [] }],
  })
  const files = { 'valid/_annotations.coco.json': text, 'valid/a.jpg': '', 'valid/b.jpg': '', 'README.dataset.txt': '' }
  const back = await decoded(coco, memoryFolder(files))
  expect(back.labels).toEqual([{ name: 'cat' }, { name: 'dog' }])
  expect(back.images.map(({ path, split, unlabeled }) => [path, split, unlabeled])).toEqual([
    ['a.jpg', 'validation', undefined],
    ['b.jpg', 'validation', true],
  ])
  expect(back.images[0]?.shapes).toMatchObject([{ kind: 'box', labelIndex: 1 }])
})

test('COCO as Label Studio lays it out: one result, images in a folder, ids from 0', async () => {
  const text = document({
    categories: [{ id: 0, name: '狗' }],
    images: [{ ...image, id: 0, file_name: 'images\\abcd-a.jpg' }],
    annotations: [{ ...annotation, image_id: 0, category_id: 0, ignore: 0, segmentation: [] }],
  })
  const back = await decoded(coco, memoryFolder({ 'result.json': text, 'images/abcd-a.jpg': '' }))
  expect(back.files).toEqual(['images/abcd-a.jpg'])
  expect(back.images).toMatchObject([{ path: 'images/abcd-a.jpg', shapes: [{ kind: 'box', labelIndex: 0 }] }])
})

test('COCO: what a detection takes is the box that the file says, and no crowd', async () => {
  const text = document({
    categories: [{ id: 1, name: 'dog' }],
    images: [image],
    annotations: [
      { ...annotation, bbox: [1, 1, 2.5, 2], segmentation: [[1, 1, 3, 1, 3, 3]] },
      { ...annotation, id: 2, iscrowd: 1, segmentation: { counts: [5, 2, 17], size: [4, 6] } },
      { ...annotation, id: 3, bbox: [], segmentation: [[1, 1, 3, 1, 3, 3]] },
    ],
  })
  const back = await decoded(coco, memoryFolder({ 'a.json': text }), { kinds: ['box'] })
  expect(back.images[0]?.shapes).toEqual([
    { kind: 'box', labelIndex: 0, box: { x: 1, y: 1, width: 2.5, height: 2 } },
    { kind: 'box', labelIndex: 0, box: { x: 1, y: 1, width: 2, height: 2 } },
  ])
  expect(back.problems).toEqual(['a.json:1: annotation 2: a crowd (iscrowd) is no single object'])
})

test('COCO: outlines that overlap become the mask of all of them, and do not cut holes into each other', async () => {
  const segmentation = [
    [0, 0, 3, 0, 3, 3, 0, 3],
    [1, 1, 4, 1, 4, 4, 1, 4],
  ]
  const text = document({
    categories: [{ id: 1, name: 'dog' }],
    images: [image],
    annotations: [{ ...annotation, segmentation }],
  })
  const [shape] = (await decoded(coco, memoryFolder({ 'a.json': text }))).images[0]!.shapes
  expect(shape).toMatchObject({ kind: 'mask', mask: { x: 0, y: 0, width: 4, height: 4 } })
  expect(shape?.kind === 'mask' && [...maskPixels(shape.mask)]).toEqual([
    1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1,
  ])
})

/** The checks and reads of pycocotools, written from the format's definition. */
interface Document {
  images: { id: number; file_name: string; width: number; height: number }[]
  annotations: {
    id: number
    image_id: number
    category_id: number
    bbox: number[]
    area: number
    iscrowd: number
    segmentation: unknown
  }[]
  categories: { id: number; name: string }[]
}

function pixelsOf(counts: readonly number[], [height, width]: readonly [number, number]): Uint8Array {
  const columns = new Uint8Array(height * width)
  let at = 0
  for (const [turn, count] of counts.entries()) {
    columns.fill(turn % 2, at, at + count)
    at += count
  }
  expect(at).toBe(height * width)
  return columns
}

test.each(['rle', 'compressed-rle', 'polygon', 'drawn'] as const)(
  'COCO: what is written as %s holds to the definition of the format',
  async (geometry) => {
    const hole: LabeledShape = {
      kind: 'polygon',
      labelIndex: 1,
      polygon: {
        rings: [
          [1, 1, 7, 1, 7, 7, 1, 7],
          [3, 3, 5, 3, 5, 5, 3, 5],
        ],
      },
    }
    const mask: LabeledShape = {
      kind: 'mask',
      labelIndex: 0,
      mask: { x: 2, y: 3, width: 2, height: 2, counts: [0, 1, 2, 1] },
    }
    const some: LabeledImage[] = [{ path: 'a.jpg', width: 10, height: 8, shapes: [hole, mask], split: 'train' }]
    const { files } = await written(coco.encode(memorySource([{ name: 'a' }, { name: 'b' }], some), { geometry }))
    const { images, annotations, categories } = JSON.parse(
      new TextDecoder().decode(files['annotations/instances_train.json']),
    ) as Document
    expect(images).toEqual([{ id: 1, file_name: 'a.jpg', width: 10, height: 8 }])
    expect(categories.map(({ id }) => id)).toEqual([1, 2])
    expect(annotations.map(({ id, image_id, category_id, iscrowd }) => [id, image_id, category_id, iscrowd])).toEqual([
      [1, 1, 2, 0],
      [2, 1, 1, 0],
    ])
    expect(annotations.map(({ bbox, area }) => [bbox, area])).toEqual([
      [[1, 1, 6, 6], 32],
      [[2, 3, 2, 2], 2],
    ])
    for (const { segmentation, area } of annotations) {
      if (Array.isArray(segmentation)) {
        // Lists of x and y, at least three points.
        for (const ring of segmentation as number[][]) expect([ring.length % 2, ring.length >= 6]).toEqual([0, true])
        continue
      }
      const { size, counts } = segmentation as { size: [number, number]; counts: number[] | string }
      expect(size).toEqual([8, 10])
      expect(typeof counts).toBe(geometry === 'compressed-rle' ? 'string' : 'object')
      if (typeof counts !== 'string') expect(pixelsOf(counts, size).reduce((sum, inside) => sum + inside, 0)).toBe(area)
    }
    const back = await decoded(coco, memoryFolder(files))
    expect(back.problems).toEqual([])
    if (geometry === 'drawn') expect(back.images).toEqual(some)
  },
)
