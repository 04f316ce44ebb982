import { expect, test } from 'vitest'
import { errorCatalogue } from './errors.ts'

test('the number of an error is its own: scripts match on it', () => {
  const names = Map.groupBy(Object.entries(errorCatalogue), ([, { code }]) => code)
  const shared = [...names.values()].filter((entries) => entries.length > 1)
  expect(shared.map((entries) => entries.map(([name]) => name))).toEqual([])
})
