import { polygonArea } from '@vermilion/contract/labels/polygon'
import { describe, expect, test } from 'vitest'
import { createTestEditor, testBox, testMask, testPolygon } from '../../testing/test-editor.ts'
import type { TestEditor } from '../../testing/test-editor.ts'

const square = [100, 100, 200, 100, 200, 200, 100, 200]

function polygons(driver: TestEditor): number[][][] {
  return driver.shapes().flatMap((shape) => ('polygon' in shape ? [shape.polygon.rings] : []))
}

describe('polygon', () => {
  test('R2.25 presses set points, a press on the first closes: one step, selected, the tool stays', () => {
    const driver = createTestEditor().key('p').click(10, 10).click(60, 10).click(60, 60).click(12, 11)
    expect(driver.shapes()).toEqual([testPolygon('drawn-1', [[10, 10, 60, 10, 60, 60]])])
    expect(driver.selected()).toEqual(['drawn-1'])
    expect(driver.editor.tools.active()).toBe('polygon')
    expect(driver.undo().shapes()).toEqual([])
  })

  test('Enter closes, Backspace and undo take the last point back, Escape everything', () => {
    const driver = createTestEditor().key('p').click(10, 10).click(60, 10).click(60, 60).click(99, 99)
    driver.key('Backspace').click(88, 88).key('Ctrl+z').key('Enter')
    expect(polygons(driver)).toEqual([[[10, 10, 60, 10, 60, 60]]])
    driver.click(100, 10).click(160, 10).click(160, 60).key('Escape').key('Enter')
    expect(driver.shapes()).toHaveLength(1)
  })

  test('two points, or a line, are no polygon', () => {
    const driver = createTestEditor().key('p').click(10, 10).click(60, 10).key('Enter')
    driver.click(10, 10).click(60, 10).click(110, 10).key('Enter')
    expect(driver.editor.document.revision()).toBe(0)
  })

  test('what is to be added to a selected box, or to what is hidden, becomes a polygon of its own', () => {
    const driver = createTestEditor({ shapes: [testBox('box', 300, 200, 50, 50)] })
    driver.click(310, 210)
    driver.editor.settings.set({ outlineUse: 'add' })
    driver.key('p').click(10, 10).click(60, 10).click(60, 60).key('Enter')
    expect(polygons(driver)).toEqual([[[10, 10, 60, 10, 60, 60]]])
  })

  test('losing the focus between clicks waits; another tool keeps what was outlined', () => {
    const driver = createTestEditor().key('p').click(10, 10).click(60, 10).click(60, 60)
    driver.editor.dispatch({ type: 'blur' })
    expect([driver.shapes().length, driver.editor.tools.busy()]).toEqual([0, true])
    driver.key('v')
    expect(polygons(driver)).toEqual([[[10, 10, 60, 10, 60, 60]]])
  })

  test('with Alt, or after cut-hole, an outline is cut out of the selected shape', () => {
    const driver = createTestEditor({ shapes: [testPolygon('a', [square])] })
      .click(150, 150)
      .key('p')
    driver.click(120, 120, { alt: true }).click(140, 120).click(140, 140).click(120, 140).key('Enter')
    expect(polygons(driver)[0]).toHaveLength(2)
    driver.key('x').click(160, 160).click(180, 160).click(180, 180).click(160, 180).key('Enter')
    expect(polygons(driver)[0]).toHaveLength(3)
    expect(polygonArea({ rings: polygons(driver)[0] ?? [] })).toBe(10_000 - 800)
    driver.key('Shift+k')
    expect(polygonArea({ rings: polygons(driver)[0] ?? [] })).toBe(10_000)
    expect(driver.undo().undo().undo().shapes()).toEqual([testPolygon('a', [square])])
  })

  test('what is to be cut out of nothing becomes a polygon of its own, and boxes are not cut', () => {
    const driver = createTestEditor({ shapes: [testPolygon('p', [[100, 100, 200, 100, 200, 200, 100, 200]])] })
    driver.click(150, 150).key('p').key('x').key('Escape')
    driver.click(20, 20).click(60, 20).click(60, 60).key('Enter')
    expect(driver.shapes().map(({ id }) => id)).toEqual(['p', 'drawn-1'])
    driver.key('Escape').key('x').key('Escape')
    expect(driver.editor.settings.get().outlineUse).toBe('shape')
    const boxes = createTestEditor({ shapes: [testBox('one', 10, 10, 50, 50)], kinds: ['box'] }).click(20, 20)
    expect(boxes.selected()).toEqual(['one'])
    expect(
      boxes.editor
        .commands()
        .find(({ id }) => id === 'cut-hole')
        ?.enabled(boxes.editor),
    ).toBe(false)
  })

  test('cutting everything away removes the shape; cutting into a mask takes its pixels', () => {
    const shapes = [testPolygon('a', [square]), testMask('m', { x: 10, y: 10, width: 20, height: 20 })]
    const driver = createTestEditor({ shapes }).click(150, 150).key('p').key('x')
    driver.click(90, 90).click(210, 90).click(210, 210).click(90, 210).key('Enter')
    expect(driver.shapes().map(({ id }) => id)).toEqual(['m'])
    driver.editor.selection.set(['m'])
    driver.click(10, 10).click(30, 10).click(30, 20).click(10, 20).key('Enter')
    expect(driver.shapes()[0]).toMatchObject({ mask: { x: 10, y: 20, width: 20, height: 10 } })
  })
})

describe('points', () => {
  const shapes = [testPolygon('a', [square])]

  test('a point is moved by its handle, a new one is dragged out of an edge', () => {
    const driver = createTestEditor({ shapes }).click(150, 150)
    driver.drag({ x: 100, y: 100 }, { x: 80, y: 90 }).drag({ x: 200, y: 150 }, { x: 230, y: 150 })
    expect(polygons(driver)).toEqual([[[80, 90, 200, 100, 230, 150, 200, 200, 100, 200]]])
    expect(driver.undo().undo().shapes()).toEqual(shapes)
  })

  test('Alt and a press, or the key over a point, deletes it; the last triangle goes as a whole', () => {
    const driver = createTestEditor({ shapes }).click(150, 150).click(100, 100, { alt: true })
    expect(polygons(driver)).toEqual([[[200, 100, 200, 200, 100, 200]]])
    driver.pointerMove(200, 200).key('Shift+Delete')
    expect(driver.shapes()).toEqual([])
    expect(driver.undo().undo().shapes()).toEqual(shapes)
  })
})

describe('areas', () => {
  const other = testPolygon('b', [[150, 150, 250, 150, 250, 250, 150, 250]], 'dog')

  test('uniting keeps the first with its label, subtracting keeps both', () => {
    const driver = createTestEditor({ shapes: [testPolygon('a', [square]), other] })
    driver.editor.selection.set(['a', 'b'])
    driver.key('Shift+s')
    expect(driver.shapes().map(({ id }) => id)).toEqual(['a', 'b'])
    expect(polygonArea({ rings: polygons(driver)[0] ?? [] })).toBe(7_500)
    driver.undo().editor.selection.set(['b', 'a'])
    driver.key('Shift+u')
    expect(driver.shapes()).toMatchObject([{ id: 'b', labelId: 'dog' }])
    expect(polygonArea({ rings: polygons(driver)[0] ?? [] })).toBe(17_500)
  })

  test('an outline and a mask are combined as the one that was selected first', () => {
    const mask = testMask('m', { x: 200, y: 150, width: 40, height: 10 })
    const driver = createTestEditor({ shapes: [testPolygon('a', [square]), mask] })
    driver.editor.selection.set(['a', 'm'])
    driver.key('Shift+u')
    expect(polygonArea({ rings: polygons(driver)[0] ?? [] })).toBe(10_000 + 400)
    driver.undo().editor.selection.set(['m', 'a'])
    driver.key('Shift+u')
    expect(driver.shapes()).toMatchObject([{ id: 'm', mask: { x: 100, y: 100, width: 140, height: 100 } }])
  })

  test('boxes are not combined', () => {
    const driver = createTestEditor({ shapes: [testBox('box', 0, 0, 9, 9), other] }).key('Ctrl+a')
    expect(driver.editor.run('unite')).toBe(false)
  })

  test('an outline becomes a mask and the mask an outline again, where the data set has both', () => {
    const shapes = [testPolygon('a', [square])]
    const driver = createTestEditor({ shapes }).click(150, 150).key('Shift+m')
    expect(driver.shapes()).toMatchObject([
      { id: 'a', kind: 'mask', mask: { x: 100, y: 100, width: 100, height: 100 } },
    ])
    expect(polygonArea({ rings: polygons(driver.key('Shift+m'))[0] ?? [] })).toBe(10_000)
    expect(driver.undo().undo().shapes()).toEqual(shapes)
    expect(
      createTestEditor({ shapes, kinds: ['polygon'] })
        .click(150, 150)
        .key('Shift+m')
        .shapes(),
    ).toEqual(shapes)
  })

  test('simplifying leaves out points that say nothing', () => {
    const ring = [100, 100, 150, 100, 200, 100, 200, 200, 150, 200.4, 100, 200]
    const driver = createTestEditor({ shapes: [testPolygon('a', [ring])] })
      .click(150, 150)
      .key('Shift+p')
    expect(polygons(driver)).toEqual([[square]])
  })
})

test('freehand follows the pointer and leaves out what it can', () => {
  const driver = createTestEditor().key('f').pointerDown(50, 50)
  for (let at = 50; at <= 150; at += 5) driver.pointerMove(at, 50)
  for (let at = 50; at <= 150; at += 5) driver.pointerMove(150, at)
  driver.pointerUp(50, 150)
  expect(polygons(driver)).toEqual([[[50, 50, 150, 50, 150, 150, 50, 150]]])
  expect(driver.undo().shapes()).toEqual([])
})

test('the magnetic outline clings to an edge between two presses', () => {
  // Dark left of x = 100 + y / 4, light right of it.
  const edge = (y: number): number => 100 + Math.floor(y / 4)
  const driver = createTestEditor({
    pixels({ x, y, width, height }) {
      const data = new Uint8ClampedArray(width * height * 4).fill(30)
      for (let row = 0; row < height; row += 1)
        data.fill(220, (row * width + edge(y + row) - x) * 4, (row + 1) * width * 4)
      return { width, height, data }
    },
  })
  driver.key('n').click(105, 20).click(145, 180).click(20, 180).click(20, 20).key('Enter')
  const ring = polygons(driver)[0]?.[0] ?? []
  const between = Array.from(
    { length: ring.length / 2 },
    (_, at) => [ring[2 * at] ?? 0, ring[2 * at + 1] ?? 0] as const,
  )
  const clinging = between.filter(([x, y]) => x > 50 && y > 30 && y < 170)
  expect(clinging.length).toBeGreaterThan(10)
  for (const [x, y] of clinging) expect(Math.abs(x - edge(y))).toBeLessThanOrEqual(2)
})

test('without pixels the magnetic outline is straight', () => {
  const driver = createTestEditor().key('n').click(10, 10).click(60, 10).click(60, 60).click(11, 10)
  expect(polygons(driver)).toEqual([[[10, 10, 60, 10, 60, 60]]])
})
