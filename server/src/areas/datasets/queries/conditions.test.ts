import { expect, test } from 'vitest'
import { writeJson } from '#platform/database/columns'
import { createColumns } from './columns.ts'
import { askAll, askFew, conditionsOf } from './conditions.ts'

const none = { status: 'to-label', split: 'train', annotationCount: 0, annotator: null, annotatedAt: null } as const
const nobody = { assignee: null, assignedReviewer: null } as const
const plain = {
  ...none,
  ...nobody,
  available: 1,
  duplicated: 0,
  findings: 0,
  labels: '',
  cells: '',
  score: -1,
  lineage: 0,
} as const

test('what changed is asked about alone, however many texts the other images have', () => {
  const columns = createColumns(10)
  let reads = 0
  for (let number = 1; number <= 200; number += 1)
    columns.set({ ...plain, number, tags: writeJson([`t${number % 100}`]) })
  const counting =
    (ask: typeof askAll): typeof askAll =>
    (words, of) =>
      ask(words, (text) => {
        reads += 1
        return of(text)
      })
  const search = (ask: typeof askAll, numbers: readonly number[]) => {
    const conditions = conditionsOf({ tag: 't7' }, columns, counting(ask))
    return numbers.filter((number) => conditions.every((fits) => fits(number)))
  }
  expect(search(askFew, [7, 8, 107])).toEqual([7, 107])
  expect(reads).toBe(3)
  reads = 0
  expect(search(askAll, [7, 8, 107])).toEqual([7, 107])
  expect(reads).toBe(101)
})
