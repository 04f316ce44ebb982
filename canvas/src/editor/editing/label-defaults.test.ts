import { expect, test } from 'vitest'
import { createTestEditor, testBox, testLabels } from '../../testing/test-editor.ts'

const labels = testLabels.map((label, index) => (index === 0 ? { ...label, described: { surface: 'dry' } } : label))

test('a new shape has the defaults of its label; undo and redo bring them back with it', () => {
  const driver = createTestEditor({ labels })
  driver.editor.tools.choose('draw-box')
  driver.drag({ x: 10, y: 10 }, { x: 60, y: 60 }).undo().redo()
  expect(driver.shapes().map(({ attributes }) => attributes)).toEqual([{ surface: 'dry' }])
  driver.key('2').drag({ x: 100, y: 100 }, { x: 160, y: 160 })
  expect(driver.shapes()[1]?.attributes).toBeUndefined()
})

test('what is pasted or merged stays as it was said, or unsaid', () => {
  const { editor } = createTestEditor({ labels })
  editor.document.change('merge', ({ put }) => put(testBox('theirs', 0, 0, 20, 20)))
  editor.document.change('paste', ({ put }) =>
    put({ ...testBox('copy', 50, 50, 20, 20), attributes: { surface: 'wet' } }),
  )
  expect(editor.document.shapes().map(({ attributes }) => attributes)).toEqual([undefined, { surface: 'wet' }])
})
