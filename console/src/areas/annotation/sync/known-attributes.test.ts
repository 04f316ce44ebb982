import { expect, test } from 'vitest'
import { withAttributesOf } from './known-attributes.ts'

test('what no label asks for any more is taken out of shapes, and everything else stays', () => {
  const box = { kind: 'box', labelId: 'cat', box: { x: 1, y: 1, width: 2, height: 2 } } as const
  const labels = [
    { attributes: [{ id: 'pose', name: 'pose', type: 'text' as const }] },
    { attributes: [{ id: 'age', name: 'age', type: 'number' as const }] },
  ]
  const plain = { ...box, id: 'a' }
  const known = { ...box, id: 'b', attributes: { pose: 'sits', age: 3 } }
  const stale = { ...box, id: 'c', attributes: { colour: 'red', age: 3 } }
  const [one, other, third] = withAttributesOf(labels, [plain, known, stale])
  expect(one).toBe(plain)
  expect(other).toBe(known)
  expect(third).toEqual({ ...stale, attributes: { age: 3 } })
})
