import { describe, expect, test } from 'vitest'
import { createTestEditor, testBox, testMask, testPolygon } from '../../testing/test-editor.ts'
import { createClipboard } from './clipboard.ts'
import { commands } from '../commands/commands.ts'
import { combinationOf } from '../input.ts'
import { conflictsOf, defaultKeymap, keysOf, remapped, reservedKeys } from '../commands/keymap.ts'
import { pasteShapes } from './paste.ts'

const one = testBox('one', 100, 100, 80, 60)
const two = testBox('two', 250, 100, 50, 50, 'dog')

describe('clipboard', () => {
  test('R2.25 a copy lies beside what it was copied from, and again beside that', () => {
    const driver = createTestEditor({ shapes: [one] })
      .click(140, 130)
      .key('Ctrl+c')
      .key('Ctrl+v')
      .key('Ctrl+v')
    expect(driver.boxes().map(({ x, y }) => [x, y])).toEqual([
      [100, 100],
      [110, 110],
      [120, 120],
    ])
    expect(driver.selected()).toEqual(['drawn-2'])
    expect(driver.undo().undo().shapes()).toEqual([one])
  })

  test('what was copied on one image is pasted on another, where it was, inside, of labels that are there', () => {
    const clipboard = createClipboard()
    createTestEditor({ shapes: [one, two], clipboard })
      .key('Ctrl+a')
      .key('Ctrl+c')
    const next = createTestEditor({ clipboard, labels: [{ id: 'dog', name: 'Dog', colour: '#3cb44b' }] }).key('Ctrl+v')
    expect(next.shapes()).toEqual([{ ...two, id: 'drawn-1' }])
    const small = createTestEditor({ clipboard, image: { width: 200, height: 120 } }).key('Ctrl+v')
    expect(small.boxes()).toEqual([
      { ...one.box, x: 0, y: 60 },
      { ...two.box, x: 150, y: 60 },
    ])
  })

  test('shapes of the image before are pasted as new ones of the hand, in one step', () => {
    const driver = createTestEditor({ shapes: [two] })
    expect(pasteShapes(driver.editor, [{ ...one, source: 'model', score: 0.5 }])).toBe(1)
    expect(driver.shapes()[1]).toEqual({ ...one, id: 'drawn-1' })
    expect(driver.undo().shapes()).toEqual([two])
  })

  test('cutting takes away, duplicating leaves the clipboard alone, kinds of other data sets stay away', () => {
    const driver = createTestEditor({ shapes: [one, two], kinds: ['box'] })
      .click(140, 130)
      .key('Ctrl+x')
    driver.click(275, 125).key('Ctrl+d').key('Ctrl+v')
    expect(driver.shapes().map(({ id, labelId }) => [id, labelId])).toEqual([
      ['two', 'dog'],
      ['drawn-1', 'dog'],
      ['drawn-2', 'cat'],
    ])
    expect(pasteShapes(driver.editor, [testMask('m', { x: 0, y: 0, width: 5, height: 5 })])).toBe(0)
  })
})

test('of a mask from a larger image only what lies in this one is pasted', () => {
  const driver = createTestEditor({ image: { width: 40, height: 30 } })
  pasteShapes(driver.editor, [testMask('m', { x: 0, y: 0, width: 60, height: 60 })])
  const [shape] = driver.shapes()
  expect(shape && 'mask' in shape && shape.mask).toEqual({ x: 0, y: 0, width: 40, height: 30, counts: [0, 1200] })
})

describe('locks', () => {
  test('a locked shape that is selected with another stays where it is when that is dragged', () => {
    const driver = createTestEditor({ shapes: [testBox('a', 10, 10, 40, 40), testBox('b', 100, 100, 40, 40)] })
    driver.click(30, 30).click(120, 120, { shift: true })
    driver.editor.locks.setShapesLocked(['a'], true)
    expect(
      driver
        .drag({ x: 120, y: 120 }, { x: 150, y: 120 })
        .boxes()
        .map(({ x }) => x),
    ).toEqual([10, 130])
  })

  test('a locked shape is passed over by pointer, nudging, deleting, relabeling and order', () => {
    const driver = createTestEditor({ shapes: [one, two] })
      .click(140, 130)
      .key('l')
    driver.drag({ x: 140, y: 130 }, { x: 160, y: 150 }).key('Escape')
    driver.editor.selection.set(['one', 'two'])
    driver.key('ArrowRight').key('3').key('[').key('Delete')
    expect(driver.shapes()).toEqual([one])
    driver.key('Shift+l').click(140, 130)
    expect(driver.selected()).toEqual(['one'])
  })

  test('a label can be locked as a whole', () => {
    const driver = createTestEditor({ shapes: [one, two] })
    driver.editor.locks.setLabelLocked('dog', true)
    expect(driver.click(275, 125).key('Ctrl+a').selected()).toEqual(['one'])
  })
})

test('raising and lowering pass one neighbour at a time and keep the order of several', () => {
  const shapes = ['a', 'b', 'c', 'd'].map((id) => testBox(id, 10, 10, 50, 50))
  const driver = createTestEditor({ shapes })
  const order = (): string =>
    driver
      .shapes()
      .map(({ id }) => id)
      .join('')
  driver.editor.selection.set(['a', 'b'])
  expect([driver.key('Ctrl+]') && order(), driver.key('Ctrl+]') && order(), driver.key('Ctrl+]') && order()]).toEqual([
    'cabd',
    'cdab',
    'cdab',
  ])
  expect(driver.key('Ctrl+[') && order()).toBe('cabd')
})

describe('classification', () => {
  const kinds = ['class'] as const

  test('R2.25 a digit says what the image shows, another digit replaces it, each is a step and is told', () => {
    const driver = createTestEditor({ kinds })
    const reported: string[] = []
    driver.editor.classified.subscribe((labelId) => reported.push(labelId))
    driver.key('2')
    expect(driver.shapes()).toEqual([{ id: 'class:dog', kind: 'class', labelId: 'dog', source: 'manual' }])
    driver.key('1').key('1')
    expect(driver.shapes().map(({ labelId }) => labelId)).toEqual(['cat'])
    expect(reported).toEqual(['dog', 'cat', 'cat'])
    expect(driver.undo().shapes()).toMatchObject([{ labelId: 'dog' }])
    expect(driver.undo().shapes()).toEqual([])
  })

  test('with several classes allowed a digit adds, and takes away again', () => {
    const driver = createTestEditor({ kinds, settings: { multipleClasses: true } })
      .key('2')
      .key('3')
      .key('1')
      .key('2')
    expect(driver.shapes().map(({ labelId }) => labelId)).toEqual(['cup', 'cat'])
    const pressed = driver.editor.commands().filter((command) => command.pressed?.(driver.editor))
    expect(pressed.map(({ id }) => id)).toEqual(['tool-select', 'label-cat', 'label-cup'])
  })

  test('classes are neither selected nor relabeled on the canvas, and no drawing tool is offered', () => {
    const driver = createTestEditor({ kinds }).key('2').key('Ctrl+a')
    expect(driver.drag({ x: 0, y: 0 }, { x: 99, y: 99 }, { ctrl: true }).selected()).toEqual([])
    expect(['tool-draw-box', 'tool-polygon', 'tool-brush'].map((id) => driver.editor.run(id))).toEqual([
      false,
      false,
      false,
    ])
  })
})

describe('keymap', () => {
  test('R2.36 every command has a key of its own, and none takes a key that means something else', () => {
    const keys = commands.flatMap((command) => keysOf(command, defaultKeymap))
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
    expect(keys.filter((key) => reservedKeys.includes(key) && key !== 'Escape')).toEqual([])
  })

  test('a command runs by its new key alone; whom a key would be taken from is told', () => {
    const keymap = remapped(defaultKeymap, 'tool-polygon', ['Shift+g'])
    const driver = createTestEditor({ keymap }).key('p')
    expect(driver.editor.tools.active()).toBe('select')
    expect(driver.key('Shift+g').editor.tools.active()).toBe('polygon')
    const conflicts = conflictsOf(commands, keymap, { id: 'tool-brush', combination: 'Shift+g' })
    expect(conflicts.map(({ id }) => id)).toEqual(['tool-polygon'])
    expect(conflictsOf(commands, keymap, { id: 'tool-brush', combination: 'p' })).toEqual([])
    driver.editor.setKeymap(remapped(keymap, 'tool-polygon', null))
    expect(driver.key('v').key('p').editor.tools.active()).toBe('polygon')
  })

  test('a preset has its own keys until somebody chooses others', () => {
    const command = { id: 'next', keys: ['ArrowRight'], presetKeys: { letters: ['d'] } }
    expect(keysOf(command, { preset: 'letters', keys: {} })).toEqual(['d'])
    expect(keysOf(command, { preset: 'arrows', keys: {} })).toEqual(['ArrowRight'])
    expect(keysOf(command, { preset: 'letters', keys: { next: ['n'] } })).toEqual(['n'])
  })

  test('a shortcut of a label goes before its digit', () => {
    const labels = [
      { id: 'cat', name: 'Cat', colour: '#fff', shortcut: '2' },
      { id: 'dog', name: 'Dog', colour: '#000' },
      { id: 'cup', name: 'Cup', colour: '#111', shortcut: 'Shift+q' },
    ]
    const driver = createTestEditor({ labels }).key('2')
    expect(driver.editor.labels.current()?.id).toBe('cat')
    expect(driver.key('Shift+q').editor.labels.current()?.id).toBe('cup')
    const shift = { type: 'key-down', key: 'q', shift: true, ctrl: false, alt: false, repeat: false } as const
    expect(combinationOf(shift)).toBe('Shift+q')
  })
})

test('a tool that is not sticky gives way to selecting after each shape', () => {
  const driver = createTestEditor({ settings: { sticky: false } })
    .key('b')
    .drag({ x: 10, y: 10 }, { x: 60, y: 60 })
  expect(driver.editor.tools.active()).toBe('select')
  expect(driver.shapes()).toHaveLength(1)
})

test('a small shape inside a large polygon, and under a mask, is the one that is picked', () => {
  const shapes = [
    testBox('small', 140, 140, 20, 20),
    testPolygon('large', [[100, 100, 300, 100, 300, 250, 100, 250]]),
    testMask('mask', { x: 90, y: 90, width: 150, height: 150 }),
  ]
  const driver = createTestEditor({ shapes }).click(150, 150)
  expect(driver.selected()).toEqual(['small'])
  expect(driver.key('Tab').selected()).toEqual(['mask'])
  expect(driver.key('Tab').selected()).toEqual(['large'])
})
