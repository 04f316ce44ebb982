import { maskArea, maskContains } from '@vermilion/contract/labels/mask'
import type { Mask } from '@vermilion/contract/labels/mask'
import { describe, expect, test } from 'vitest'
import { createTestEditor, testMask } from '../../testing/test-editor.ts'
import type { TestEditor } from '../../testing/test-editor.ts'

function masks(driver: TestEditor): Mask[] {
  return driver.shapes().flatMap((shape) => ('mask' in shape ? [shape.mask] : []))
}

const square = testMask('m', { x: 100, y: 100, width: 60, height: 60 })

describe('brush', () => {
  test('R2.25 a stroke is one mask and one step; the next goes on with it while it is selected', () => {
    const driver = createTestEditor({ settings: { brushSize: 20 } }).key('m')
    driver.drag({ x: 50, y: 50 }, { x: 150, y: 50 })
    expect(driver.shapes()).toMatchObject([{ id: 'drawn-1', kind: 'mask', labelId: 'cat' }])
    const previousArea = maskArea(masks(driver)[0]!)
    expect(previousArea).toBeGreaterThan(20 * 100)
    driver.drag({ x: 50, y: 80 }, { x: 150, y: 80 })
    expect(driver.shapes()).toHaveLength(1)
    expect(maskArea(masks(driver)[0]!)).toBe(2 * previousArea)
    driver.key('Escape').drag({ x: 50, y: 200 }, { x: 60, y: 200 })
    expect(driver.shapes()).toHaveLength(2)
    expect(driver.undo().undo().undo().shapes()).toEqual([])
  })

  test('while it paints the document waits, and Escape takes the stroke back', () => {
    const driver = createTestEditor().key('m').pointerDown(50, 50).pointerMove(90, 50)
    expect(driver.editor.tools.show().painting?.painting.tiles().length).toBe(1)
    driver.key('Escape').pointerUp(90, 50)
    expect(driver.editor.document.revision()).toBe(0)
  })

  test('a stroke cut short by something else is kept', () => {
    const driver = createTestEditor().key('m').pointerDown(50, 50).pointerMove(90, 50)
    driver.editor.dispatch({ type: 'interrupt' })
    expect(driver.shapes()).toHaveLength(1)
  })

  test('keys make the brush wider and narrower, amid a stroke too, never narrower than a pixel', () => {
    const driver = createTestEditor({ settings: { brushSize: 2 } })
      .key('m')
      .pointerDown(50, 50)
      .key('.')
      .key('.')
    expect(driver.editor.settings.get().brushSize).toBe(4)
    expect(driver.editor.tools.busy()).toBe(true)
    driver.pointerUp(50, 50)
    for (let times = 0; times < 9; times += 1) driver.key(',')
    expect(driver.editor.settings.get().brushSize).toBe(1)
    driver.key('Escape').click(10.5, 10.5)
    expect(masks(driver)[1]).toMatchObject({ x: 10, y: 10, width: 1, height: 1 })
  })
})

describe('eraser', () => {
  test('takes from what it passes over; with nothing left the shape goes; Alt turns it into the brush', () => {
    const driver = createTestEditor({ shapes: [square], settings: { brushSize: 200 } }).key('e')
    driver.drag({ x: 120, y: 240 }, { x: 140, y: 240 })
    expect(maskContains(masks(driver)[0]!, { x: 130, y: 155 })).toBe(false)
    driver.click(130, 130)
    expect(driver.shapes()).toEqual([])
    driver.click(200, 200, { alt: true })
    expect(driver.shapes()).toHaveLength(1)
    expect(driver.undo().undo().undo().shapes()).toEqual([square])
  })

  test('spares locked and hidden masks, and with a selection all others', () => {
    const other = { ...square, id: 'other' }
    const driver = createTestEditor({ shapes: [square, other], settings: { brushSize: 200 } }).key('e')
    driver.editor.locks.setShapesLocked(['m', 'other'], true)
    driver.click(130, 130)
    expect(driver.shapes()).toHaveLength(2)
    driver.editor.locks.clear()
    driver.editor.selection.set(['m'])
    expect(driver.click(130, 130).shapes()).toEqual([other])
  })
})

describe('overlap', () => {
  const paint = (overlap: 'keep' | 'replace' | 'spare'): TestEditor =>
    createTestEditor({ shapes: [square], settings: { brushSize: 40, overlap } })
      .key('2')
      .key('m')
      .click(160, 130)
  const shared = { x: 150, y: 130 }
  const holders = (driver: TestEditor): string[] =>
    driver.shapes().flatMap((shape) => ('mask' in shape && maskContains(shape.mask, shared) ? [shape.id] : []))

  test('kept below, cut away, or spared', () => {
    expect(holders(paint('keep'))).toEqual(['m', 'drawn-1'])
    expect(holders(paint('replace'))).toEqual(['drawn-1'])
    expect(holders(paint('spare'))).toEqual(['m'])
    expect(paint('replace').undo().shapes()).toEqual([square])
  })
})

test('R2.36 a suggested mask that only loses pixels to another stays a suggestion, one that is erased from is taken over', () => {
  const suggestion = { ...square, source: 'model' as const, score: 0.7 }
  const open = () => createTestEditor({ shapes: [suggestion], settings: { brushSize: 40, overlap: 'replace' } })
  const driver = open().key('2').key('m').click(160, 130)
  const [left, drawn] = driver.shapes()
  expect(left).toMatchObject({ id: 'm', source: 'model', score: 0.7 })
  expect(drawn).toMatchObject({ id: 'drawn-1', source: 'manual' })
  expect(maskContains(masks(driver)[0]!, { x: 150, y: 130 })).toBe(false)
  expect(driver.undo().shapes()).toEqual([suggestion])
  expect(driver.redo().shapes()).toEqual([left, drawn])
  const erased = open().key('e').click(160, 130).shapes()
  expect(erased).toMatchObject([{ id: 'm', source: 'manual' }])
  expect(erased[0]).not.toHaveProperty('score')
})

test('fill closes a hole in the selected mask and nothing beyond it', () => {
  const driver = createTestEditor({ settings: { brushSize: 10 } })
    .key('m')
    .pointerDown(50, 50)
  driver.pointerMove(150, 50).pointerMove(150, 150).pointerMove(50, 150).pointerUp(50, 50)
  driver.key('k').click(100, 100)
  expect(driver.shapes()).toHaveLength(1)
  const mask = masks(driver)[0]!
  expect([mask.x, mask.y, mask.width, mask.height]).toEqual([45, 45, 110, 110])
  expect(maskArea(mask)).toBeGreaterThan(110 * 110 - 40)
})

test('the wand paints what is alike and hangs together, as far as the tolerance goes', () => {
  const level = (x: number, y: number): number => (x < 50 ? 10 : x < 100 ? 30 : y < 150 ? 90 : 10)
  const driver = createTestEditor({
    settings: { tolerance: 5 },
    pixels({ x, y, width, height }) {
      const data = new Uint8ClampedArray(width * height * 4)
      for (let at = 0; at < width * height; at += 1) {
        data.fill(level(x + (at % width), y + Math.floor(at / width)), at * 4, at * 4 + 3)
      }
      return { width, height, data }
    },
  })
  driver.key('w').pointerMove(30, 40)
  // The preview before the press changes nothing.
  expect(driver.editor.tools.show().shapes).toMatchObject([{ mask: { x: 0, y: 0, width: 50, height: 300 } }])
  expect(driver.shapes()).toEqual([])
  driver.click(20, 20)
  expect(masks(driver)).toMatchObject([{ x: 0, y: 0, width: 50, height: 300 }])
  driver.editor.settings.set({ tolerance: 25 })
  driver.click(20, 20)
  expect(maskArea(masks(driver)[0]!)).toBe(100 * 300 + 300 * 150)
  driver.click(150, 200, { alt: true })
  expect(driver.shapes()).toEqual([])
  expect(driver.undo().undo().undo().shapes()).toEqual([])
})

test('without pixels the wand does nothing', () => {
  expect(createTestEditor().key('w').click(20, 20).editor.document.revision()).toBe(0)
})
