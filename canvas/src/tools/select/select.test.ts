import { describe, expect, test } from 'vitest'
import { createTestEditor, testBox } from '../../testing/test-editor.ts'

const one = testBox('one', 100, 100, 80, 60)

describe('picking', () => {
  test('a click selects, a click beside it selects nothing, Shift adds and takes away', () => {
    const driver = createTestEditor({ shapes: [one, testBox('two', 250, 100, 50, 50)] })
    expect(driver.click(140, 130).selected()).toEqual(['one'])
    expect(driver.click(275, 125, { shift: true }).selected()).toEqual(['one', 'two'])
    expect(driver.click(140, 130, { shift: true }).selected()).toEqual(['two'])
    expect(driver.click(20, 20).selected()).toEqual([])
  })

  test('a small box inside a large one that lies above it is still picked', () => {
    const driver = createTestEditor({ shapes: [testBox('small', 130, 120, 10, 10), one] })
    expect(driver.click(135, 125).selected()).toEqual(['small'])
    expect(driver.click(170, 150).selected()).toEqual(['one'])
  })

  test('the tolerance beside an outline is three pixels of the screen at every zoom', () => {
    const driver = createTestEditor({ shapes: [one] })
    expect(driver.click(98, 130).selected()).toEqual(['one'])
    driver.click(10, 10)
    expect(driver.click(95, 130).selected()).toEqual([])
    driver.editor.view.zoomAt({ x: 100, y: 130 }, 4)
    expect(driver.click(98, 130).selected()).toEqual(['one'])
    driver.click(10, 130)
    expect(driver.click(92, 130).selected()).toEqual([])
  })

  test('Tab walks through the shapes under the pointer, and a press there takes the chosen one', () => {
    const driver = createTestEditor({
      shapes: [testBox('outer', 50, 50, 200, 200), one, testBox('inner', 120, 110, 20, 20)],
    })
    driver.pointerMove(130, 120)
    expect(driver.key('Tab').selected()).toEqual(['inner'])
    expect(driver.key('Tab').selected()).toEqual(['one'])
    expect(driver.key('Tab').selected()).toEqual(['outer'])
    expect(driver.key('Tab').selected()).toEqual(['inner'])
    expect(driver.key('Shift+Tab').selected()).toEqual(['outer'])
    driver.drag({ x: 130, y: 120 }, { x: 140, y: 120 })
    expect(driver.shapes().map((shape, index) => [shape.id, driver.boxes()[index]?.x])).toEqual([
      ['outer', 60],
      ['one', 100],
      ['inner', 120],
    ])
  })

  test('what is hidden cannot be picked', () => {
    const driver = createTestEditor({ shapes: [one] })
    driver.click(140, 130).key('h')
    expect(driver.click(140, 130).selected()).toEqual([])
    driver.key('h')
    expect(driver.click(140, 130).selected()).toEqual(['one'])
  })
})

describe('moving', () => {
  test('dragging moves the whole selection as one step', () => {
    const driver = createTestEditor({ shapes: [one, testBox('two', 250, 100, 50, 50)] })
    driver.click(140, 130).click(275, 125, { shift: true }).drag({ x: 140, y: 130 }, { x: 150, y: 125 })
    expect(driver.shapes()).toEqual([testBox('one', 110, 95, 80, 60), testBox('two', 260, 95, 50, 50)])
    expect(driver.undo().shapes()).toEqual([one, testBox('two', 250, 100, 50, 50)])
    expect(driver.editor.history.last()).toBeNull()
  })

  test('a moved box stops at the edges of the image and keeps its size', () => {
    const driver = createTestEditor({ shapes: [one] })
    driver.drag({ x: 140, y: 130 }, { x: -500, y: 900 })
    expect(driver.shapes()).toEqual([testBox('one', 0, 240, 80, 60)])
  })

  test('a drag that comes back to where it began is no step', () => {
    const driver = createTestEditor({ shapes: [one] })
    driver.pointerDown(140, 130).pointerMove(200, 200).pointerUp(140, 130)
    expect(driver.editor.history.last()).toBeNull()
  })

  test('Escape in the middle puts everything back exactly', () => {
    const driver = createTestEditor({ shapes: [one] })
    driver.pointerDown(140, 130).pointerMove(200, 200)
    expect(driver.editor.tools.show().shapes).toEqual([testBox('one', 160, 170, 80, 60)])
    driver.key('Escape').pointerUp(220, 220)
    expect(driver.shapes()).toEqual([one])
    expect(driver.editor.document.revision()).toBe(0)
    expect(driver.editor.tools.show().shapes).toEqual([])
  })
})

describe('resizing', () => {
  test.each([
    ['nw', 100, 100, { x: 95, y: 90, width: 85, height: 70 }],
    ['n', 140, 100, { x: 100, y: 90, width: 80, height: 70 }],
    ['ne', 180, 100, { x: 100, y: 90, width: 75, height: 70 }],
    ['e', 180, 130, { x: 100, y: 100, width: 75, height: 60 }],
    ['se', 180, 160, { x: 100, y: 100, width: 75, height: 50 }],
    ['s', 140, 160, { x: 100, y: 100, width: 80, height: 50 }],
    ['sw', 100, 160, { x: 95, y: 100, width: 85, height: 50 }],
    ['w', 100, 130, { x: 95, y: 100, width: 85, height: 60 }],
  ])('the handle %s', (_handle, x, y, expected) => {
    const driver = createTestEditor({ shapes: [one] })
    driver.click(150, 140).drag({ x, y }, { x: x - 5, y: y - 10 })
    expect(driver.boxes()[0]).toEqual(expected)
    expect(driver.undo().shapes()).toEqual([one])
  })

  test('a corner dragged across the opposite one turns the box over', () => {
    const driver = createTestEditor({ shapes: [one] })
    driver.click(150, 140).drag({ x: 180, y: 160 }, { x: 60, y: 40 })
    expect(driver.boxes()[0]).toEqual({ x: 60, y: 40, width: 40, height: 60 })
  })

  test('resizing stops at the edge of the image and never makes a side of less than two pixels', () => {
    const driver = createTestEditor({ shapes: [one] })
    driver.click(150, 140).drag({ x: 180, y: 160 }, { x: 900, y: 900 })
    expect(driver.boxes()[0]).toEqual({ x: 100, y: 100, width: 300, height: 200 })
    driver.undo().drag({ x: 180, y: 160 }, { x: 100.5, y: 100.5 })
    expect(driver.boxes()[0]).toEqual({ x: 100, y: 100, width: 2, height: 2 })
  })

  test('a press a little beside the handle keeps that distance', () => {
    const driver = createTestEditor({ shapes: [one] })
    driver.click(150, 140).drag({ x: 183, y: 164 }, { x: 193, y: 174 })
    expect(driver.boxes()[0]).toEqual({ x: 100, y: 100, width: 90, height: 70 })
  })
})

describe('marquee', () => {
  const shapes = [one, testBox('two', 250, 100, 50, 50), testBox('far', 20, 250, 20, 20)]

  test('selects what it touches, adds with Shift, and Escape brings the former selection back', () => {
    const driver = createTestEditor({ shapes })
    expect(driver.drag({ x: 90, y: 90 }, { x: 260, y: 120 }).selected().toSorted()).toEqual(['one', 'two'])
    expect(driver.drag({ x: 10, y: 240 }, { x: 50, y: 280 }, { shift: true }).selected().toSorted()).toEqual([
      'far',
      'one',
      'two',
    ])
    driver.pointerDown(10, 240).pointerMove(50, 280)
    expect(driver.selected()).toEqual(['far'])
    expect(driver.key('Escape').selected().toSorted()).toEqual(['far', 'one', 'two'])
    expect(driver.editor.document.revision()).toBe(0)
  })

  test('begins anywhere with Ctrl, also inside a box', () => {
    const driver = createTestEditor({ shapes })
    driver.drag({ x: 140, y: 130 }, { x: 260, y: 140 }, { ctrl: true })
    expect(driver.selected().toSorted()).toEqual(['one', 'two'])
    expect(driver.shapes()).toEqual(shapes)
  })
})
