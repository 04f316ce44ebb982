import { expect, test } from 'vitest'
import type { DecodeOptions } from '../codec.ts'
import { decoded, memoryFolder } from '../testing/memory-folder.ts'
import { labelStudio } from './codec.ts'

const rectangle = (x: number) => ({ x, y: 0, width: 10, height: 10, rectanglelabels: ['car'] })
const sized = { original_width: 100, original_height: 100 }
const region = (x: number) => ({ type: 'rectanglelabels', from_name: 'label', ...sized, value: rectangle(x) })
const several = [
  {
    id: 1,
    data: { image: '/data/upload/1/0a1b2c3d-a.jpg' },
    annotations: [
      { completed_by: { id: 7, email: 'li@example.com' }, updated_at: '2026-01-02', result: [region(10)] },
      { completed_by: 8, updated_at: '2026-01-01', result: [region(20)] },
    ],
  },
  { id: 2, data: { image: 'b.jpg' }, annotations: [{ completed_by: 8, result: [region(30)] }] },
]
const row = (id: number, image: string, annotator: number | string, x: number, updated_at: string) => ({
  id,
  image,
  annotator,
  annotation_id: x,
  updated_at,
  label: [{ ...rectangle(x), ...sized }],
})
const rows = [
  row(1, 'a.jpg', 'li@example.com', 10, '2026-01-02'),
  row(1, 'a.jpg', 8, 20, '2026-01-01'),
  row(2, 'b.jpg', 8, 30, '2026-01-01'),
]

test.each([
  ['JSON', several],
  ['JSON_MIN', rows],
])('R2.24 Label Studio %s: of several people one or all are taken, the newest unless chosen', async (_, document) => {
  const folder = () => memoryFolder({ 'export.json': JSON.stringify(document) }, 50)
  const read = async (options?: DecodeOptions) => {
    const { images, problems } = await decoded(labelStudio, folder(), options)
    const boxes = images.map(({ path, shapes, unlabeled }) => [
      path,
      unlabeled === true ? null : shapes.map((shape) => (shape.kind === 'box' ? shape.box.x : null)),
    ])
    return { boxes, problems }
  }
  const left = 'export.json:1: task 1: other people labeled it too, 1 annotations are left out'
  expect(await read()).toEqual({
    boxes: [
      ['a.jpg', [10]],
      ['b.jpg', [30]],
    ],
    problems: [left],
  })
  expect(await read({ annotator: 'all' })).toEqual({
    boxes: [
      ['a.jpg', [10, 20]],
      ['b.jpg', [30]],
    ],
    problems: [],
  })
  expect((await read({ annotator: { name: '8' } })).boxes).toEqual([
    ['a.jpg', [20]],
    ['b.jpg', [30]],
  ])
  expect((await read({ annotator: { name: 'li@example.com' } })).boxes).toEqual([
    ['a.jpg', [10]],
    ['b.jpg', null],
  ])
  const named: unknown[] = []
  for await (const one of labelStudio.decode(folder())) if (one.type === 'annotators') named.push(one.names)
  expect(named).toEqual([['li@example.com', '8'], ['8']])
})
