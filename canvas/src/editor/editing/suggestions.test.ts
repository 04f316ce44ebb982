import { expect, test } from 'vitest'
import { createTestEditor, testBox } from '../../testing/test-editor.ts'
import { answerSuggestions, pendingSuggestions, suggestionsOf } from './suggestions.ts'

const drawn = testBox('drawn', 10, 10, 20, 20)
const suggestion = (id: string, x: number, score: number) => {
  return { ...testBox(id, x, 100, 40, 40), source: 'model' as const, score }
}
const [weak, sure, middling] = [
  suggestion('weak', 100, 0.3),
  suggestion('sure', 200, 0.9),
  suggestion('middling', 300, 0.6),
]
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
  expect(idsOf(pendingSuggestions(driver.editor))).toEqual(['middling', 'weak'])
  answerSuggestions(driver.editor, 'yes')
  expect([driver.selected(), idsOf(suggestionsOf(driver.editor))]).toEqual([['drawn'], ['sure']])
})

test('R2.36 one that is moved, resized, nudged or given another label is the own label of who did it, and one undo takes all of it back', () => {
  const mine = ({ score: _, ...shape }: typeof sure) => ({ ...shape, source: 'manual' })
  const edits: [string, (driver: ReturnType<typeof open>) => unknown, object][] = [
    ['move', (driver) => driver.drag({ x: 220, y: 120 }, { x: 230, y: 150 }), { box: { ...sure.box, x: 210, y: 130 } }],
    [
      'resize',
      (driver) => driver.drag({ x: 240, y: 140 }, { x: 260, y: 170 }),
      { box: { ...sure.box, width: 60, height: 70 } },
    ],
    ['nudge', (driver) => driver.keyRepeat('ArrowLeft', 3), { box: { ...sure.box, x: 197 } }],
    ['relabel', (driver) => driver.key('2'), { labelId: 'dog' }],
  ]
  for (const [name, edit, change] of edits) {
    const driver = open()
    driver.key('v').click(220, 120)
    edit(driver)
    expect([name, driver.shapes()]).toEqual([name, [drawn, weak, { ...mine(sure), ...change }, middling]])
    expect(idsOf(suggestionsOf(driver.editor))).toEqual(['middling', 'weak'])
    expect(driver.editor.history.last()?.label).toBe(name)
    expect(driver.undo().shapes()).toEqual([drawn, weak, sure, middling])
    expect(driver.redo().shapes()).toEqual([drawn, weak, { ...mine(sure), ...change }, middling])
  }
})

test('one that is only brought to the front, or comes from elsewhere, stays a suggestion', () => {
  const driver = open()
  driver.key('v').click(220, 120).key(']')
  expect(driver.shapes()).toEqual([drawn, weak, middling, sure])
  const theirs = { ...sure, box: { ...sure.box, x: 0 } }
  driver.editor.document.change('merge', (draft) => draft.put(theirs))
  expect(driver.shapes()).toEqual([drawn, weak, middling, theirs])
})

test('what changes nothing answers nothing', () => {
  const driver = open()
  driver.key('v').click(220, 120).key('1')
  expect(driver.shapes()).toEqual([drawn, weak, sure, middling])
  expect(driver.editor.history.last()).toBeNull()
})
