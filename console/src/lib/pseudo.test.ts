import { expect, test } from 'vitest'
import { pseudo, pseudoTexts } from './pseudo.ts'

test('a pseudo text is bracketed, accented and two fifths longer, and keeps its holes', () => {
  const words = pseudo('Delete {count} files')
  expect(words).toMatch(/^⟦Ðéléţé \{count\} ƒîléš .+⟧$/)
  expect(words.length).toBeGreaterThanOrEqual('Delete  files'.length * 1.4 + '{count}'.length)
  expect(pseudo('')).toBe('')
})

test("a library's texts become pseudo texts, its formats and codes stay", () => {
  const input = { locale: 'en', Modal: { okText: 'OK', count: 2 }, Picker: { dateFormat: 'M/D', today: 'Today' } }
  const texts = pseudoTexts(input)
  expect(texts).toMatchObject({ locale: 'en', Modal: { count: 2 }, Picker: { dateFormat: 'M/D' } })
  expect([texts.Modal.okText, texts.Picker.today].every((words) => words.startsWith('⟦'))).toBe(true)
})
