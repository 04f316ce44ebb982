import { expect, test } from 'vitest'
import { createTestEditor, testBox } from '../testing/test-editor.ts'
import { answerSuggestions, askedSuggestions, suggestionsOf } from './suggestions.ts'

const drawn = testBox('drawn', 10, 10, 20, 20)
const found = (id: string, x: number, score: number) => {
  return { ...testBox(id, x, 100, 40, 40), source: 'model' as const, score }
}
const [weak, sure, middling] = [found('weak', 100, 0.3), found('sure', 200, 0.9), found('middling', 300, 0.6)]
const open = () => createTestEditor({ shapes: [drawn, weak, sure, middling] })
const idsOf = (shapes: readonly { id: string }[]) => shapes.map(({ id }) => id)

test('R2.36 yes takes over all that a model found, no takes it away, each in one step', () => {
  const driver = open()
  expect(idsOf(suggestionsOf(driver.editor))).toEqual(['sure', 'middling', 'weak'])
  answerSuggestions(driver.editor, 'yes')
  expect(suggestionsOf(driver.editor)).toEqual([])
  expect(driver.shapes()).toEqual([
    drawn,
    ...[weak, sure, middling].map(({ score: _, ...one }) => ({ ...one, source: 'manual' })),
  ])
  expect(driver.undo().shapes()).toEqual([drawn, weak, sure, middling])
  driver.editor.selection.clear()
  answerSuggestions(driver.editor, 'no')
  expect(driver.shapes()).toEqual([drawn])
  expect(driver.undo().shapes()).toHaveLength(4)
})

test('R2.36 with some selected the answer is about those, and the surest that is left comes next', () => {
  const driver = open()
  driver.editor.selection.set(['middling'])
  answerSuggestions(driver.editor, 'no')
  expect(driver.selected()).toEqual(['sure'])
  answerSuggestions(driver.editor, 'yes')
  expect(driver.selected()).toEqual(['weak'])
  answerSuggestions(driver.editor, 'yes')
  expect([driver.selected(), idsOf(driver.shapes())]).toEqual([[], ['drawn', 'weak', 'sure']])
})

test('what is drawn or locked is not asked about', () => {
  const driver = open()
  driver.editor.selection.set(['drawn'])
  driver.editor.locks.setShapesLocked(['sure'], true)
  expect(idsOf(askedSuggestions(driver.editor))).toEqual(['middling', 'weak'])
  answerSuggestions(driver.editor, 'yes')
  expect([driver.selected(), idsOf(suggestionsOf(driver.editor))]).toEqual([['drawn'], ['sure']])
})
