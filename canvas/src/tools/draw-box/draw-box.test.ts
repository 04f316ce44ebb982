import { expect, test } from 'vitest'
import { createTestEditor, testBox } from '../../testing/test-editor.ts'

test('R2.25 dragging draws a box of the current label, selects it, and the tool stays for the next', () => {
  const driver = createTestEditor().key('b').key('2')
  driver.drag({ x: 50, y: 60 }, { x: 20, y: 100 })
  expect(driver.shapes()).toEqual([testBox('drawn-1', 20, 60, 30, 40, 'dog')])
  expect(driver.selected()).toEqual(['drawn-1'])
  driver.key('Escape').key('3').drag({ x: 200, y: 200 }, { x: 230, y: 240 })
  expect(driver.shapes()[1]).toEqual(testBox('drawn-2', 200, 200, 30, 40, 'cup'))
  expect(driver.undo().undo().shapes()).toEqual([])
})

test('two clicks draw as well', () => {
  const driver = createTestEditor().key('b').click(10, 10).pointerMove(30, 40)
  expect(driver.editor.tools.show().shapes[0]).toMatchObject({ box: { x: 10, y: 10, width: 20, height: 30 } })
  expect(driver.shapes()).toEqual([])
  driver.click(50, 60)
  expect(driver.boxes()[0]).toEqual({ x: 10, y: 10, width: 40, height: 50 })
})

test('what is drawn over the edge ends at the edge, and what is smaller than two pixels is not drawn', () => {
  const driver = createTestEditor().key('b').drag({ x: 380, y: 280 }, { x: 500, y: 500 })
  expect(driver.boxes()[0]).toEqual({ x: 380, y: 280, width: 20, height: 20 })
  driver.drag({ x: 10, y: 10 }, { x: 60, y: 11 })
  expect(driver.shapes()).toHaveLength(1)
  expect(driver.editor.tools.busy()).toBe(false)
})

test('Escape takes a drag and a first click back', () => {
  const driver = createTestEditor().key('b').pointerDown(10, 10).pointerMove(90, 90).key('Escape').pointerUp(95, 95)
  driver.click(10, 10).key('Escape').pointerMove(60, 60)
  expect(driver.editor.tools.show().shapes).toEqual([])
  expect(driver.editor.document.revision()).toBe(0)
  expect(driver.editor.tools.active()).toBe('draw-box')
})

test('a digit amid drawing changes the label of the box being drawn', () => {
  const driver = createTestEditor().key('b').pointerDown(10, 10).pointerMove(40, 40).key('2').pointerUp(50, 50)
  expect(driver.shapes()[0]?.labelId).toBe('dog')
})

test('R2.25 a digit after drawing is for the next box; one selected on purpose takes it', () => {
  const driver = createTestEditor().key('b').drag({ x: 10, y: 10 }, { x: 60, y: 60 }).key('2')
  driver.drag({ x: 100, y: 100 }, { x: 160, y: 160 }).key('3')
  expect(driver.selected()).toEqual(['drawn-2'])
  expect(driver.shapes().map(({ labelId }) => labelId)).toEqual(['cat', 'dog'])
  driver.key('v').click(130, 100)
  expect(driver.selected()).toEqual(['drawn-2'])
  expect(
    driver
      .key('1')
      .shapes()
      .map(({ labelId }) => labelId),
  ).toEqual(['cat', 'cat'])
})

test('without labels nothing can be drawn', () => {
  const driver = createTestEditor({ labels: [] }).key('b')
  expect(driver.editor.tools.active()).toBe('select')
  expect(driver.drag({ x: 10, y: 10 }, { x: 60, y: 60 }).shapes()).toEqual([])
})

test('Space and drag pans in the middle of a two-click box', () => {
  const driver = createTestEditor().key('b').click(100, 100).keyDown('Space')
  driver.drag({ x: 100, y: 100 }, { x: 60, y: 70 }).keyUp('Space').click(80, 90)
  expect(driver.boxes()[0]).toEqual({ x: 100, y: 100, width: 20, height: 20 })
})

test('with snapping, sides jump to edges in the image, to other shapes and to the border, and not without', () => {
  const dark = { x: 100, y: 80, width: 60, height: 50 }
  const inDark = (x: number, y: number): boolean => x >= 100 && x < 160 && y >= 80 && y < 130
  const driver = createTestEditor({
    shapes: [testBox('other', 300, 50, 60, 60)],
    pixels({ x, y, width, height }) {
      const data = new Uint8ClampedArray(width * height * 4)
      for (let at = 0; at < width * height; at += 1) {
        data.fill(inDark(x + (at % width), y + Math.floor(at / width)) ? 20 : 200, at * 4, at * 4 + 4)
      }
      return { width, height, data }
    },
  })
  driver.key('b').drag({ x: 104, y: 77 }, { x: 157, y: 134 })
  expect(driver.boxes()[1]).toEqual({ x: 104, y: 77, width: 53, height: 57 })
  driver.undo().key('s').drag({ x: 104, y: 77 }, { x: 157, y: 134 })
  expect(driver.boxes()[1]).toEqual(dark)
  driver.drag({ x: 250, y: 80 }, { x: 297, y: 297 })
  expect(driver.boxes()[2]).toEqual({ x: 250, y: 80, width: 50, height: 220 })
  driver.key('v').drag({ x: 250, y: 190 }, { x: 164, y: 190 })
  expect(driver.boxes()[2]).toMatchObject({ x: 160, width: 140 })
})

test('only the main button draws', () => {
  const driver = createTestEditor().key('b')
  for (const button of ['middle', 'other'] as const) driver.drag({ x: 10, y: 10 }, { x: 60, y: 60 }, { button })
  expect(driver.shapes()).toEqual([])
})
