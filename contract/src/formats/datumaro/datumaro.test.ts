import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyImages, byPath, nearly } from '../testing/any-images.ts'
import { decoded, memoryFolder, memorySource, written } from '../testing/memory-folder.ts'
import { isSingleOutline } from '../testing/single-outlines.ts'
import { datumaro } from './codec.ts'

test('R2.24 Datumaro: what is exported is imported the same', async () => {
  await fc.assert(
    fc.asyncProperty(anyImages({ kinds: ['box', 'polygon', 'mask', 'class'] }), async ({ labels, images }) => {
      fc.pre(images.every(isSingleOutline))
      const { files, problems } = await written(datumaro.encode(memorySource(labels, images), { images: true }))
      expect(problems).toEqual([])
      const back = await decoded(datumaro, memoryFolder(files))
      expect(back.problems).toEqual([])
      expect(back.labels).toEqual(labels)
      expect(byPath(back.images)).toEqual(nearly(byPath(images)))
      if (images.length > 0) expect(back.files.every((file) => file !== null)).toBe(true)
    }),
    { numRuns: 60 },
  )
})

const subset = {
  dm_format_version: '1.0',
  media_type: 2,
  infos: {},
  categories: {
    label: {
      labels: [
        { name: 'cat', parent: '', attributes: [] },
        { name: 'dog', parent: '' },
      ],
      label_groups: [],
      attributes: ['occluded'],
    },
    mask: {
      colormap: [
        { label_id: 0, r: 0, g: 0, b: 0 },
        { label_id: 1, r: 128, g: 0, b: 0 },
      ],
    },
    points: { items: [] },
  },
  items: [
    {
      id: 'rooms/a',
      annotations: [
        {
          id: 0,
          type: 'bbox',
          attributes: { occluded: false, score: 0.5 },
          group: 2,
          label_id: 1,
          z_order: 1,
          bbox: [1, 2, 3, 4],
        },
        { id: 1, type: 'polygon', attributes: {}, group: 0, label_id: 0, z_order: 0, points: [0, 0, 4, 0, 4, 4] },
        {
          id: 2,
          type: 'mask',
          attributes: {},
          group: 0,
          label_id: 1,
          z_order: 2,
          rle: { counts: [0, 4, 16], size: [4, 5] },
        },
        { id: 3, type: 'label', attributes: {}, group: 0, label_id: 0 },
        { id: 4, type: 'polyline', attributes: {}, group: 0, label_id: 0, points: [0, 0, 1, 1] },
        { id: 5, type: 'bbox', label_id: 7, bbox: [1, 2, 3, 4] },
        { id: 6, type: 'mask', label_id: 0, rle: { counts: [0, 4], size: [9, 9] } },
        { id: 7, type: 'caption', caption: 'a floor' },
      ],
      attr: { frame: 0 },
      image: { path: 'rooms/a.jpg', size: [4, 5] },
    },
    { id: 'b', annotations: [], image: { path: 'b.png', size: [4, 5] } },
  ],
}

test('R2.24 Datumaro: a project of its own is read; what cannot be taken is told', async () => {
  const files = {
    'annotations/train.json': JSON.stringify(subset),
    'images/train/rooms/a.jpg': '',
    'images/train/c.jpg': '',
  }
  const back = await decoded(datumaro, memoryFolder(files))
  expect(back.labels).toEqual([
    { name: 'cat', colour: '#000000' },
    { name: 'dog', colour: '#800000' },
  ])
  expect(back.files).toEqual(['images/train/rooms/a.jpg', null, 'images/train/c.jpg'])
  expect(back.images).toMatchObject([
    { path: 'rooms/a.jpg', width: 5, height: 4, split: 'train' },
    { path: 'b.png', width: 5, height: 4, shapes: [], split: 'train' },
    { path: 'c.jpg', unlabeled: true, split: 'train' },
  ])
  expect(back.images[0]?.shapes).toEqual([
    { kind: 'polygon', labelIndex: 0, polygon: { rings: [[0, 0, 4, 0, 4, 4]] } },
    { kind: 'class', labelIndex: 0 },
    {
      kind: 'box',
      labelIndex: 1,
      box: { x: 1, y: 2, width: 3, height: 4 },
      score: 0.5,
      group: 2,
      attributes: { occluded: false },
    },
    { kind: 'mask', labelIndex: 1, mask: { x: 0, y: 0, width: 1, height: 4, counts: [0, 4] } },
  ])
  expect(back.problems).toEqual([
    'annotations/train.json:1: item rooms/a, annotation 5: shapes of type polyline are not taken',
    'annotations/train.json:1: item rooms/a, annotation 6: there is no category 7',
    'annotations/train.json:1: item rooms/a, annotation 7: the mask is 9 × 9, its image is not',
    'annotations/train.json:1: item rooms/a, annotation 8: shapes of type caption are not taken',
  ])
})

test('R2.24 Datumaro: what ends too early, or has no items, gives nothing and says so', async () => {
  const text = JSON.stringify(subset)
  const cutOff = await decoded(datumaro, memoryFolder({ 'annotations/train.json': text.slice(0, -2) }))
  expect(cutOff).toMatchObject({ images: [], problems: ['annotations/train.json:1: it ends in the middle'] })
  const empty = await decoded(datumaro, memoryFolder({ 'annotations/train.json': '{}' }))
  expect(empty).toMatchObject({ images: [], problems: ['annotations/train.json: items: a list is missing'] })
})
