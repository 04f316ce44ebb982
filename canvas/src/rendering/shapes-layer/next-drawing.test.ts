import { expect, test } from 'vitest'
import { initialLook } from '../../editor/appearance.ts'
import type { LabelStyle } from '../../editor/labels.ts'
import type { Frame } from '../../editor/view.ts'
import { createAheadDrawing } from './next-drawing.ts'
import type { FromWorker, ToWorker } from './protocol.ts'
import type { SceneLoad } from './scene.ts'

const frame: Frame = { scale: 1, x: 0, y: 0, width: 100, height: 80, pixelRatio: 1 }
const labels: readonly LabelStyle[] = [{ id: 'car', name: 'car', colour: '#f00' }]
const box = { x: 1, y: 2, width: 3, height: 4 }
const shape = { id: 'one', kind: 'box', labelId: 'car', source: 'manual', box } as const
const load: SceneLoad = { type: 'load', shapes: [shape], labels, look: initialLook() }

function start() {
  const sent: ToWorker[] = []
  const closed: number[] = []
  const ahead = createAheadDrawing((message) => void sent.push(message))
  const drawing = (order: number): FromWorker => ({
    of: 'prepare',
    order,
    frame,
    bitmap: { width: 100, height: 80, close: () => void closed.push(order) },
  })
  return { ahead, sent, closed, drawing }
}

test('what is shown as it was prepared is there at once, and the worker goes on with it', () => {
  const { ahead, sent, drawing } = start()
  ahead.prepare(load, frame)
  const made = drawing(1)
  ahead.keep(made)
  expect(ahead.adopt({ ...load, shapes: [...load.shapes] })).toEqual({ drawing: made })
  expect(sent.map(({ type }) => type)).toEqual(['prepare', 'adopt'])
  expect(ahead.adopt(load)).toBe(null)
})

test.for<[string, Partial<SceneLoad>]>([
  ['a shape was changed', { shapes: [{ ...shape, box: { ...box, x: 9 } }] }],
  ['a shape was added', { shapes: [shape, { ...shape, id: 'two' }] }],
  ['a label has another colour', { labels: [{ ...labels[0]!, colour: '#00f' }] }],
  ['a label is hidden', { look: { ...initialLook(), hiddenLabels: new Set(['car']) } }],
  ['everything is hidden', { look: { ...initialLook(), bare: true } }],
])('where %s since, it is drawn anew', ([, change]) => {
  const { ahead, sent, closed, drawing } = start()
  ahead.prepare(load, frame)
  ahead.keep(drawing(1))
  expect(ahead.adopt({ ...load, ...change })).toBe(null)
  expect(sent.map(({ type }) => type)).toEqual(['prepare'])
  expect(closed).toEqual([1])
})

test('a drawing that comes too late, or of an image that is no longer next, is let go of', () => {
  const { ahead, closed, drawing } = start()
  ahead.prepare(load, frame)
  ahead.prepare(load, frame)
  ahead.keep(drawing(1))
  expect(closed).toEqual([1])
  expect(ahead.adopt(load)).toEqual({ drawing: null })
  ahead.keep(drawing(2))
  expect(closed).toEqual([1, 2])
})
