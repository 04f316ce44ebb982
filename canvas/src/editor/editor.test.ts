import { describe, expect, test } from 'vitest'
import { createTestEditor, testBox, testPolygon } from '../testing/test-editor.ts'
import { commands } from './commands/commands.ts'
import { touchedBy } from './document/patches.ts'

const one = testBox('one', 100, 100, 80, 60)
const two = testBox('two', 250, 100, 50, 50)

describe('keys', () => {
  test('a digit gives the selection its label and picks it, as one step', () => {
    const driver = createTestEditor({ shapes: [one, two] })
      .key('Ctrl+a')
      .key('3')
    expect(driver.shapes().map((shape) => shape.labelId)).toEqual(['cup', 'cup'])
    expect(driver.editor.labels.current()?.id).toBe('cup')
    expect(driver.undo().shapes()).toEqual([one, two])
  })

  test.each(['Ctrl+Backspace', 'Delete', 'Backspace'])(
    'R2.36 %s deletes the selection, undo brings it back selected',
    (key) => {
      const driver = createTestEditor({ shapes: [one, two] })
        .click(140, 130)
        .key(key)
      expect(driver.shapes()).toEqual([two])
      driver.undo()
      expect(driver.shapes()).toEqual([one, two])
      expect(driver.selected()).toEqual(['one'])
      expect(driver.redo().shapes()).toEqual([two])
    },
  )

  test('R2.36 Ctrl+Y is left to the console, arrows too while nothing is selected', () => {
    const { editor } = createTestEditor({ shapes: [one] })
    const plain = { type: 'key-down', repeat: false, ctrl: false, shift: false, alt: false } as const
    expect(editor.dispatch({ ...plain, key: 'y', ctrl: true })).toBe(false)
    expect(editor.dispatch({ ...plain, key: 'ArrowRight' })).toBe(false)
    editor.selection.set(['one'])
    expect(editor.dispatch({ ...plain, key: 'ArrowRight' })).toBe(true)
  })

  test('of two shapes of one size the upper is picked', () => {
    const driver = createTestEditor({ shapes: [one, testBox('upper', 100, 100, 80, 60)] }).click(140, 130)
    expect(driver.selected()).toEqual(['upper'])
  })

  test('no two commands share a key', () => {
    const keys = commands.flatMap((command) => command.keys)
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('front and back change the drawing order and back again', () => {
    const driver = createTestEditor({ shapes: [one, two, testBox('three', 10, 10, 5, 5)] })
    const order = (): string[] => driver.shapes().map((shape) => shape.id)
    driver.click(140, 130).key(']')
    expect(order()).toEqual(['two', 'three', 'one'])
    driver.key('[')
    expect(order()).toEqual(['one', 'two', 'three'])
    driver.undo()
    expect(order()).toEqual(['two', 'three', 'one'])
    driver.undo()
    expect(order()).toEqual(['one', 'two', 'three'])
  })
})

describe('nudging', () => {
  test('one press is one step of one pixel, with Shift of ten', () => {
    const driver = createTestEditor({ shapes: [one] })
      .click(140, 130)
      .key('ArrowLeft')
      .key('Shift+ArrowDown')
    expect(driver.boxes()[0]).toEqual({ ...one.box, x: 99, y: 110 })
    expect(driver.undo().boxes()[0]).toEqual({ ...one.box, x: 99 })
  })

  test('holding a key is one step however often it repeats', () => {
    const driver = createTestEditor({ shapes: [one] })
      .click(140, 130)
      .keyRepeat('ArrowRight', 30)
    expect(driver.boxes()[0]?.x).toBe(130)
    expect(driver.undo().shapes()).toEqual([one])
    expect(driver.editor.history.last()).toBeNull()
  })

  test('two keys held together are one step, Escape takes it back, losing the focus keeps it', () => {
    const driver = createTestEditor({ shapes: [one] }).click(140, 130)
    driver.keyDown('ArrowRight').keyDown('ArrowUp').keyUp('ArrowRight').keyDown('ArrowUp').keyUp('ArrowUp')
    expect(driver.boxes()[0]).toEqual({ ...one.box, x: 101, y: 98 })
    driver.undo().keyDown('ArrowRight').key('Escape').keyUp('ArrowRight')
    expect(driver.shapes()).toEqual([one])
    driver.keyDown('ArrowRight').editor.dispatch({ type: 'interrupt' })
    expect(driver.boxes()[0]?.x).toBe(101)
  })

  test('a press while a key is held ends the nudge and means what it always means', () => {
    const driver = createTestEditor({ shapes: [one, two] })
      .click(140, 130)
      .keyDown('ArrowRight')
    expect(driver.click(275, 125).selected()).toEqual(['two'])
    expect(driver.keyUp('ArrowRight').shapes()).toEqual([testBox('one', 101, 100, 80, 60), two])
  })

  test('undo while a key is held takes back what the key has done', () => {
    const driver = createTestEditor({ shapes: [one] })
      .click(140, 130)
      .keyDown('ArrowRight')
      .keyDown('ArrowRight')
      .undo()
    expect(driver.shapes()).toEqual([one])
    expect(driver.editor.history.next()?.label).toBe('nudge')
  })

  test('stops at the edge', () => {
    const driver = createTestEditor({ shapes: [testBox('edge', 3, 0, 10, 10)] })
      .click(8, 5)
      .keyRepeat('ArrowLeft', 9)
    expect(driver.key('ArrowUp').boxes()[0]).toEqual({ x: 0, y: 0, width: 10, height: 10 })
  })
})

describe('history', () => {
  test('survives as plain data and goes on where it was', () => {
    const driver = createTestEditor({ shapes: [one] })
      .key('b')
      .drag({ x: 10, y: 10 }, { x: 50, y: 50 })
      .key('v')
    driver.click(140, 130).key('Delete').undo()
    const saved: unknown = JSON.parse(JSON.stringify(driver.editor.history.save()))
    const shapes = driver.shapes()
    const reopened = createTestEditor({ shapes, history: saved })
    expect(
      reopened
        .redo()
        .shapes()
        .map(({ id }) => id),
    ).toEqual(['drawn-1'])
    expect(reopened.undo().undo().shapes()).toEqual([one])
  })

  test('is refused where the shapes were changed elsewhere, or where it is no history', () => {
    const driver = createTestEditor({ shapes: [one] })
      .click(140, 130)
      .key('ArrowRight')
    const saved = driver.editor.history.save()
    for (const history of [
      saved,
      { version: 2 },
      'x',
      { version: 1, past: [{ label: 'x', patches: [{}] }], future: [] },
    ]) {
      const { editor } = createTestEditor({ shapes: [one], history })
      expect(editor.history.last()).toBeNull()
    }
  })

  test('what is saved of a heavy history are the steps nearest to now, and they can be taken back', () => {
    const round = (size: number): number[] =>
      Array.from({ length: 200_000 }, (_, at) => size + (at % 2 === 0 ? Math.cos(at) : Math.sin(at)) * size)
    const driver = createTestEditor()
    for (let size = 1; size <= 5; size += 1) {
      driver.editor.document.change('draw', (draft) => draft.put(testPolygon(`p${size}`, [round(size)])))
    }
    const saved = driver.editor.history.save()
    expect(saved.past.flatMap(({ patches }) => patches.map(touchedBy))).toEqual(['p3', 'p4', 'p5'])
    const reopened = createTestEditor({ shapes: driver.shapes(), history: saved })
    expect(
      reopened
        .undo()
        .undo()
        .undo()
        .undo()
        .shapes()
        .map(({ id }) => id),
    ).toEqual(['p1', 'p2'])
  })

  test('a new gesture after undo drops what could have been redone', () => {
    const driver = createTestEditor({ shapes: [one] })
      .click(140, 130)
      .key('ArrowRight')
      .undo()
      .key('ArrowDown')
      .redo()
    expect(driver.boxes()[0]).toEqual({ ...one.box, y: 101 })
  })

  test('an edit that throws leaves no trace', () => {
    const { editor } = createTestEditor({ shapes: [one, two] })
    expect(() =>
      editor.document.change('merge', (draft) => {
        draft.remove(['one'])
        draft.put(testBox('new', 1, 1, 5, 5))
        throw new Error('halfway')
      }),
    ).toThrow('halfway')
    expect(editor.document.shapes()).toEqual([one, two])
    expect(editor.document.revision()).toBe(0)
  })
})

describe('view', () => {
  test('zooming keeps the point under the pointer, whichever way it is asked', () => {
    const driver = createTestEditor({ shapes: [one] })
    const { view } = driver.editor
    for (const [x, y, dy, ctrl] of [
      [37, 211, -100, false],
      [399, 2, -340, false],
      [120, 90, 12, true],
      [5, 290, 800, false],
    ] as const) {
      const previousPoint = view.toImage({ x, y })
      const { scale } = view.frame()
      driver.wheel(x, y, dy, { ctrl })
      expect(view.frame().scale).not.toBe(scale)
      expect(view.toImage({ x, y }).x).toBeCloseTo(previousPoint.x, 9)
      expect(view.toImage({ x, y }).y).toBeCloseTo(previousPoint.y, 9)
    }
  })

  test('the middle button and Space drag the image and change nothing in it', () => {
    const driver = createTestEditor({ shapes: [one] })
    driver.drag({ x: 140, y: 130 }, { x: 120, y: 100 }, { button: 'middle' })
    driver.keyDown('Space').drag({ x: 50, y: 50 }, { x: 45, y: 60 }).keyUp('Space')
    expect(driver.editor.view.frame()).toMatchObject({ x: -25, y: -20, scale: 1 })
    expect(driver.shapes()).toEqual([one])
    expect(driver.selected()).toEqual([])
  })

  test('fit shows the whole image and keeps doing so when the viewport changes', () => {
    const { view } = createTestEditor().editor
    view.fit()
    view.resize({ width: 200, height: 600 }, 2)
    const { scale, x, y } = view.frame()
    expect(scale).toBeCloseTo((200 - 32) / 400)
    expect(x).toBeCloseTo(16)
    expect(y).toBeCloseTo((600 - 300 * scale) / 2)
  })

  test('a shape chosen elsewhere comes into sight', () => {
    const { view } = createTestEditor({ image: { width: 4000, height: 3000 } }).editor
    view.resize({ width: 400, height: 300 }, 1)
    view.reveal({ x: 3900, y: 2900, width: 50, height: 50 })
    const visible = view.visible()
    expect(visible.x).toBeLessThan(3900)
    expect(visible.x + visible.width).toBeGreaterThan(3950)
    expect(visible.y + visible.height).toBeGreaterThan(2950)
  })
})
