import { expect, test } from 'vitest'
import { matching, scoreOf } from './entry.ts'

const entry = (text: string, also = '') => ({ key: text, text, also, href: '/' })

test('an entry is found by every word that was typed, in any order and in either language', () => {
  expect(scoreOf(entry('Training Task', '训练任务'), 'task train')).toBeGreaterThan(0)
  expect(scoreOf(entry('Training Task', '训练任务'), '任务')).toBeGreaterThan(0)
  expect(scoreOf(entry('Training Task', '训练任务'), 'train dataset')).toBe(0)
})

test('what begins with the typed word comes first, then a word of it, then any part', () => {
  const entries = [entry('Undated'), entry('My dataset'), entry('Dataset')]
  expect(matching(entries, 'DAT').map(({ text }) => text)).toEqual(['Dataset', 'My dataset', 'Undated'])
})
