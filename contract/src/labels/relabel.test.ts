import { expect, test } from 'vitest'
import type { Label } from './dataset-labels.ts'
import type { Shape } from './index.ts'
import { relabeled } from './relabel.ts'

const label = (id: string, attributes: Label['attributes'] = []): Label => {
  return { id, index: 0, name: id, colour: '#000000', shortcut: null, attributes, leaving: false }
}
const box = (id: string, labelId: string, attributes?: Shape['attributes']): Shape => ({
  id,
  kind: 'box',
  labelId,
  source: 'manual',
  box: { x: 1, y: 2, width: 3, height: 4 },
  ...(attributes === undefined ? {} : { attributes }),
})
const imageLabel = (labelId: string, more: Partial<Shape> = {}) =>
  ({ id: `class:${labelId}`, kind: 'class', labelId, source: 'manual', ...more }) as Shape

test('shapes of a label that goes take the other label, or go with it; the rest stays as it is', () => {
  const [cat, dog] = [label('cat'), label('dog')]
  const shapes = [box('1', 'cat'), box('2', 'dog'), box('3', 'bird')]
  expect(relabeled(shapes, new Map([['cat', { from: cat, to: dog }]]))).toEqual([
    box('1', 'dog'),
    box('2', 'dog'),
    box('3', 'bird'),
  ])
  expect(relabeled(shapes, new Map([['cat', { from: cat, to: null }]]))).toEqual([box('2', 'dog'), box('3', 'bird')])
})

test('what is said of a shape follows by name and type, and nothing of it is dropped', () => {
  const from = label('cat', [
    { id: 'a', name: 'pose', type: 'text' },
    { id: 'b', name: 'age', type: 'number' },
  ])
  const to = label('dog', [
    { id: 'c', name: 'pose', type: 'text' },
    { id: 'd', name: 'age', type: 'text' },
  ])
  const [moved] = relabeled([box('1', 'cat', { a: 'sits', b: 3 })], new Map([['cat', { from, to }]]))
  expect(moved?.attributes).toEqual({ c: 'sits', b: 3 })
})

test('an image that shows both labels shows the remaining one once, with what was said of either', () => {
  const [cat, dog] = [label('cat'), label('dog')]
  const shapes = [imageLabel('cat', { attributes: { a: 1, b: 2 } }), imageLabel('dog', { attributes: { b: 3 } })]
  const moves = new Map([['cat', { from: cat, to: dog }]])
  expect(relabeled(shapes, moves)).toEqual([imageLabel('dog', { attributes: { a: 1, b: 3 } })])
  expect(relabeled([imageLabel('cat')], moves)).toEqual([imageLabel('dog')])
})
