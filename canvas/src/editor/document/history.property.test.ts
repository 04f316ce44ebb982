import { shape } from '@vermilion/contract/labels/index'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestEditor, testBox, testMask, testPolygon } from '../../testing/test-editor.ts'
import type { TestEditor } from '../../testing/test-editor.ts'

const point = fc.record({ x: fc.integer({ min: -20, max: 420 }), y: fc.integer({ min: -20, max: 320 }) })
const keys = fc.constantFrom(
  'b',
  'v',
  '1',
  '2',
  '3',
  'Delete',
  'Ctrl+a',
  'Escape',
  'Tab',
  '[',
  ']',
  'h',
  'ArrowLeft',
  'Shift+ArrowDown',
  'Ctrl+z',
  'Ctrl+Shift+z',
  '+',
  'p',
  'f',
  'n',
  'm',
  'e',
  'k',
  'w',
  'Enter',
  'Backspace',
  '.',
  ',',
  's',
  'x',
  'c',
  'Ctrl+c',
  'Ctrl+x',
  'Ctrl+v',
  'Ctrl+d',
  'l',
  'Shift+l',
  'Ctrl+]',
  'Ctrl+[',
  'Shift+u',
  'Shift+s',
  'Shift+p',
  'Shift+k',
  'Shift+Delete',
  'Shift+m',
)

const action: fc.Arbitrary<(driver: TestEditor) => unknown> = fc.oneof(
  fc.tuple(point, point, fc.boolean(), fc.boolean(), fc.boolean()).map(
    ([from, to, shift, ctrl, alt]) =>
      (driver: TestEditor) =>
        driver.drag(from, to, { shift, ctrl, alt }),
  ),
  fc
    .tuple(fc.constantFrom('p', 'n', 'f', 'm', 'e'), fc.array(point, { minLength: 3, maxLength: 7 }))
    .map(([key, points]) => (driver: TestEditor) => {
      driver.key(key)
      for (const { x, y } of points) driver.click(x, y)
      driver.key('Enter')
    }),
  point.map(
    ({ x, y }) =>
      (driver: TestEditor) =>
        driver.click(x, y),
  ),
  point.map(
    ({ x, y }) =>
      (driver: TestEditor) =>
        driver.pointerDown(x, y),
  ),
  point.map(
    ({ x, y }) =>
      (driver: TestEditor) =>
        driver.pointerUp(x, y),
  ),
  keys.map((key) => (driver: TestEditor) => driver.key(key)),
  keys.map((key) => (driver: TestEditor) => driver.keyDown(key)),
  fc.tuple(point, fc.integer({ min: -300, max: 300 })).map(
    ([{ x, y }, dy]) =>
      (driver: TestEditor) =>
        driver.wheel(x, y, dy),
  ),
)

test('any gestures: undoing all gives the first document, redoing all the last, every shape stays whole', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
      const first = [
        testBox('a', 10, 10, 100, 80),
        testBox('b', 60, 40, 30, 30, 'dog'),
        testBox('c', 200, 150, 190, 140),
        testPolygon('d', [
          [120, 20, 180, 20, 180, 90, 120, 90],
          [140, 40, 160, 40, 150, 60],
        ]),
        testMask('e', { x: 20, y: 180, width: 60, height: 50 }),
      ]
      const driver = createTestEditor({ shapes: first })
      for (const act of actions) act(driver)
      driver.editor.tools.interrupt()
      while (driver.editor.history.redo());
      const last = driver.shapes()
      while (driver.editor.history.undo());
      expect(driver.shapes()).toEqual(first)
      while (driver.editor.history.redo());
      expect(driver.shapes()).toEqual(last)
      for (const saved of last) expect(shape.safeParse(saved).error).toBeUndefined()
      for (const box of driver.boxes()) {
        expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0)
        expect(box.x + box.width).toBeLessThanOrEqual(400.000001)
        expect(box.y + box.height).toBeLessThanOrEqual(300.000001)
        expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(2)
      }
    }),
    { numRuns: 300 },
  )
})

test('a saved history opens again at any point of undo, for any gestures', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 25 }), fc.nat(12), (actions, undos) => {
      const driver = createTestEditor({ shapes: [testBox('a', 10, 10, 100, 80)] })
      for (const act of actions) act(driver)
      driver.editor.tools.interrupt()
      for (let times = 0; times < undos; times += 1) driver.editor.history.undo()
      const reopened = createTestEditor({ shapes: driver.shapes(), history: driver.editor.history.save() })
      expect(reopened.editor.history.save()).toEqual(driver.editor.history.save())
      while (driver.editor.history.redo());
      while (reopened.editor.history.redo());
      expect(reopened.shapes()).toEqual(driver.shapes())
    }),
    { numRuns: 100 },
  )
})
