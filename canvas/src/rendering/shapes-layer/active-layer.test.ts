import type { Box } from '@vermilion/contract/labels/box'
import { expect, test } from 'vitest'
import type { Editor } from '../../editor/editor.ts'
import { createTestEditor, testBox } from '../../testing/test-editor.ts'
import { drawActive } from './active-layer.ts'

/** Outlined rectangles, recorded by a fake context. */
function outlined(editor: Editor, missing: readonly string[] = []): Box[] {
  const boxes: Box[] = []
  const methods: Record<string, (...numbers: number[]) => unknown> = {
    rect: (x = 0, y = 0, width = 0, height = 0) => boxes.push({ x, y, width, height }),
    measureText: () => ({ width: 30 }),
  }
  const context = new Proxy({}, { get: (_, name) => methods[String(name)] ?? (() => undefined), set: () => true })
  drawActive(context as CanvasRenderingContext2D, editor, null, missing)
  return boxes
}

test('R2.25 a shape that is dragged is drawn where it is, not also where it was', () => {
  const driver = createTestEditor({ shapes: [testBox('one', 100, 100, 80, 60), testBox('two', 250, 100, 50, 50)] })
  driver.pointerDown(140, 130).pointerMove(150, 150).pointerMove(150, 160)
  expect(driver.editor.selection.hovered()).toBe('one')
  expect(outlined(driver.editor)).toEqual([{ x: 110, y: 130, width: 80, height: 60 }])
  driver.pointerUp(150, 160).pointerMove(275, 125)
  expect(outlined(driver.editor).map(({ x }) => x)).toEqual([250, 110])
})

test('what was let go of is drawn here until the shapes at rest show it again, and once', () => {
  const driver = createTestEditor({ shapes: [testBox('one', 100, 100, 80, 60), testBox('two', 250, 100, 50, 50)] })
  driver.click(140, 130).pointerMove(20, 20)
  expect(outlined(driver.editor, ['one'])).toHaveLength(1)
  driver.click(20, 20)
  expect(driver.editor.selection.ids().size).toBe(0)
  expect(outlined(driver.editor, ['one'])).toEqual([{ x: 100, y: 100, width: 80, height: 60 }])
  expect(outlined(driver.editor, ['gone'])).toEqual([])
  driver.editor.appearance.setLabelHidden('cat', true)
  expect(outlined(driver.editor, ['one'])).toEqual([])
})
