import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyImages, byPath, nearly } from '../testing/any-images.ts'
import { decoded, memoryFolder, memorySource, written } from '../testing/memory-folder.ts'
import { nearRing } from '../testing/near-ring.ts'
import { flagsFirst, isSingleOutline } from '../testing/single-outlines.ts'
import { expandBrush, packBrush } from './brush-runs.ts'
import { labelStudio } from './codec.ts'

test('R2.24 Label Studio: what is exported is imported the same, confidences and attributes too', async () => {
  await fc.assert(
    fc.asyncProperty(anyImages({ kinds: ['box', 'polygon', 'mask'] }), async ({ labels, images }) => {
      fc.pre(images.every(isSingleOutline))
      const { files, problems } = await written(labelStudio.encode(memorySource(labels, images), { images: true }))
      expect(problems).toEqual([])
      const back = await decoded(labelStudio, memoryFolder(files))
      if (images.length === 0) return
      expect(back.problems).toEqual([])
      if (images.some(({ shapes }) => shapes.length > 0)) expect(back.labels).toEqual(labels)
      expect(byPath(back.images)).toEqual(nearly(byPath(images)))
      expect(back.files.every((file) => file !== null)).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('R2.24 Label Studio: classes of whole images are one answer, and come back', async () => {
  await fc.assert(
    fc.asyncProperty(anyImages({ kinds: ['class', 'box'], scores: false }), async ({ labels, images }) => {
      const { files } = await written(labelStudio.encode(memorySource(labels, images), { images: true }))
      const back = await decoded(labelStudio, memoryFolder(files))
      expect(back.problems).toEqual([])
      expect(byPath(back.images)).toEqual(nearly(byPath(images).map(flagsFirst)))
    }),
    { numRuns: 30 },
  )
})

test('runs of brushes hold any pixels', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 400, max: 1 }), (inside) => {
      const alpha = expandBrush(packBrush(inside), inside.length)
      expect(alpha?.map((value) => (value > 0 ? 1 : 0))).toEqual(inside)
      expect(expandBrush(packBrush(inside), inside.length + 1)).toBeNull()
    }),
  )
  const large = new Uint8Array(300 * 300).fill(1, 1_000, 80_000)
  expect(expandBrush(packBrush(large), large.length)?.every((value, at) => value > 0 === large[at]! > 0)).toBe(true)
})

test('runs of brushes are read as Label Studio’s own converter packs them', () => {
  // `encode_rle` of label-studio-sdk 2.0 on 12 × 10 pixels: five columns of three rows with a hole in the middle.
  const packed = [
    0, 0, 1, 224, 57, 27, 255, 1, 39, 0, 194, 127, 248, 108, 2, 127, 248, 192, 39, 255, 195, 96, 24, 79, 255, 33, 128,
    0,
  ]
  const inside = [74, 75, 76, 77, 78, 86, 87, 89, 90, 98, 99, 100, 101, 102]
  const alpha = expandBrush(packed, 120)
  expect([...(alpha ?? [])].flatMap((value, at) => (value > 0 ? [at] : []))).toEqual(inside)
})

const facts = { original_width: 200, original_height: 100, image_rotation: 0, to_name: 'image', from_name: 'label' }
const region = (id: string, type: string, value: object, more: object = {}) => ({ id, type, value, ...facts, ...more })

const tasks = [
  {
    id: 7,
    data: { image: '/data/upload/1/0a1b2c3d-a%20b.jpg' },
    annotations: [
      { id: 1, completed_by: 1, updated_at: '2026-01-01T00:00:00Z', result: [] },
      {
        id: 2,
        completed_by: 2,
        updated_at: '2026-01-02T00:00:00Z',
        result: [
          region('r1', 'rectanglelabels', {
            x: 10,
            y: 20,
            width: 5,
            height: 10,
            rotation: 0,
            rectanglelabels: ['cat'],
          }),
          region('r1', 'choices', { choices: ['wet'] }, { from_name: 'state' }),
          region('r2', 'rectangle', { x: 10, y: 20, width: 2, height: 2, rotation: 90 }),
          region('r2', 'labels', { labels: ['dog'] }),
          region(
            'r3',
            'polygonlabels',
            {
              points: [
                [0, 0],
                [50, 0],
                [50, 50],
              ],
              polygonlabels: ['dog'],
            },
            { score: 0.5 },
          ),
          region('r4', 'ellipselabels', {
            x: 50,
            y: 50,
            radiusX: 10,
            radiusY: 10,
            rotation: 0,
            ellipselabels: ['dog'],
          }),
          region('r5', 'keypointlabels', { x: 1, y: 1, keypointlabels: ['dog'] }),
          region('r6', 'rectanglelabels', { x: 1, y: 1, width: 0, height: 2, rectanglelabels: ['dog'] }),
          region('r7', 'rectangle', { x: 1, y: 1, width: 2, height: 2 }),
          region('r8', 'brushlabels', { format: 'rle', rle: [0, 0], brushlabels: ['dog'] }),
          { id: 'r9', type: 'choices', value: { choices: ['indoors'] }, from_name: 'place', to_name: 'image' },
        ],
      },
      { id: 3, was_cancelled: true, result: [] },
    ],
  },
  {
    id: 8,
    data: { image: 's3://bucket/rooms/b.jpg' },
    annotations: [],
    predictions: [
      {
        result: [
          region(
            'p',
            'rectanglelabels',
            { x: 0, y: 0, width: 50, height: 50, rectanglelabels: ['cat'] },
            { score: 0.75 },
          ),
        ],
      },
    ],
  },
  { id: 9, data: { image: '/data/local-files/?d=rooms%2Fc.jpg' }, annotations: [{ was_cancelled: true, result: [] }] },
  { id: 10, data: { text: 'no image' }, annotations: [] },
]

test('R2.24 Label Studio: an export of its own is read: the newest annotation, per-region answers, turns, predictions', async () => {
  const back = await decoded(labelStudio, memoryFolder({ 'export.json': JSON.stringify(tasks), 'a b.jpg': '' }))
  expect(back.labels.map(({ name }) => name)).toEqual(['indoors', 'cat', 'dog'])
  expect(back.images.map(({ path, unlabeled }) => [path, unlabeled === true])).toEqual([
    ['a b.jpg', false],
    ['rooms/b.jpg', false],
    ['rooms/c.jpg', true],
  ])
  expect(back.files).toEqual(['a b.jpg', null, null])
  expect(back.images[0]).toMatchObject({ width: 200, height: 100 })
  expect(back.images[0]?.shapes).toEqual([
    { kind: 'class', labelIndex: 0 },
    { kind: 'box', labelIndex: 1, box: { x: 20, y: 20, width: 10, height: 10 }, attributes: { state: 'wet' } },
    { kind: 'polygon', labelIndex: 2, polygon: { rings: [nearRing([20, 20, 20, 24, 18, 24, 18, 20])] } },
    { kind: 'polygon', labelIndex: 2, polygon: { rings: [[0, 0, 100, 0, 100, 50]] }, score: 0.5 },
    { kind: 'polygon', labelIndex: 2, polygon: { rings: [expect.arrayContaining([120, 50])] } },
  ])
  expect(back.images[1]?.shapes).toEqual([
    { kind: 'box', labelIndex: 1, box: { x: 0, y: 0, width: 100, height: 50 }, score: 0.75 },
  ])
  expect(back.problems).toEqual([
    'export.json:1: task 7: other people labeled it too, 1 annotations are left out',
    'export.json:1: task 7, result 5: shapes of type keypointlabels are not taken',
    'export.json:1: task 7, result 6: the box has no area (0 × 2)',
    'export.json:1: task 7, result 7: it has no class',
    'export.json:1: task 7, result 8: the RLE counts of the mask do not fill 200 × 100',
    'export.json:1: task at place 4: data: no image',
  ])
})

test('R2.24 Label Studio: JSON_MIN is read', async () => {
  const rows = [
    {
      image: '/data/upload/0a1b2c3d-a.jpg',
      id: 1,
      label: [
        {
          x: 10,
          y: 20,
          width: 5,
          height: 10,
          rotation: 0,
          rectanglelabels: ['cat'],
          original_width: 200,
          original_height: 100,
        },
      ],
      choice: 'indoors',
      annotator: 1,
      annotation_id: 5,
      created_at: '2026-01-01',
      updated_at: '2026-01-01',
      lead_time: 3,
    },
  ]
  const back = await decoded(labelStudio, memoryFolder({ 'min.json': `\uFEFF${JSON.stringify(rows)}` }))
  expect(back.problems).toEqual([])
  expect(back.labels.map(({ name }) => name)).toEqual(['indoors', 'cat'])
  expect(back.images).toEqual([
    {
      path: 'a.jpg',
      width: 200,
      height: 100,
      shapes: [
        { kind: 'class', labelIndex: 0 },
        { kind: 'box', labelIndex: 1, box: { x: 20, y: 20, width: 10, height: 10 } },
      ],
    },
  ])
})

test('R2.24 Label Studio: what ends too early, or is no list, gives nothing and says so', async () => {
  const text = JSON.stringify(tasks)
  const cutOff = await decoded(labelStudio, memoryFolder({ 'a.json': text.slice(0, -20) }))
  expect(cutOff.images).toEqual([])
  expect(cutOff.problems).toEqual(['a.json:1: it ends in the middle'])
  const other = await decoded(labelStudio, memoryFolder({ 'a.json': '{"images": []}' }))
  expect(other).toMatchObject({ images: [], problems: ['a.json: tasks: a list is missing'] })
})
