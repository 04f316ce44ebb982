import type { Shape } from '@vermilion/contract/labels/index'
import { expect, test } from 'vitest'
import { fittingAttributes } from './fitting-attributes.ts'

const box = { kind: 'box', labelId: 'cat', box: { x: 1, y: 1, width: 2, height: 2 } } as const
const labels = [
  { attributes: [{ id: 'pose', name: 'pose', type: 'select' as const, options: ['sits', 'lies'] }] },
  { attributes: [{ id: 'age', name: 'age', type: 'number' as const }] },
]

test('what no label asks for any more, or does not take, is taken out of shapes, and everything else stays', () => {
  const plain: Shape = { ...box, id: 'a', source: 'manual' }
  const valid = { ...box, id: 'b', attributes: { pose: 'sits', age: 3 } }
  const stale = { ...box, id: 'c', attributes: { colour: 'red', age: 3, pose: 'flies' } }
  const { shapes, left } = fittingAttributes(labels, [plain, valid, stale], [])
  expect(shapes[0]).toBe(plain)
  expect(shapes[1]).toBe(valid)
  expect(shapes[2]).toEqual({ ...stale, attributes: { age: 3 } })
  expect(left).toBe(2)
})

test('what the image has already stays, also where labels have changed since', () => {
  const stored = [{ ...box, id: 'c', attributes: { colour: 'red', pose: 'flies' } }]
  const moved = [
    { ...box, id: 'c', box: { ...box.box, x: 9 }, attributes: { colour: 'red', pose: 'flies' } },
    { ...box, id: 'd', attributes: { pose: 'swims' } },
  ]
  const { shapes, left } = fittingAttributes(labels, moved, stored)
  expect(shapes.map(({ attributes }) => attributes)).toEqual([{ colour: 'red', pose: 'flies' }, {}])
  expect(left).toBe(1)
  expect(fittingAttributes(labels, stored, stored).shapes).toBe(stored)
})
