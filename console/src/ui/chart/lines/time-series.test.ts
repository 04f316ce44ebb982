import { expect, test } from 'vitest'
import { valuesAt } from './time-series.ts'

const line = { key: 'load', means: [1, 5, null, 4, null], highest: [2, 9, null, 4.5, null] }

test('R2.34 beside a chart that nobody reads stand its last value and the highest that it draws', () => {
  expect(valuesAt(line, null)).toEqual({ mean: 4, highest: 9 })
  expect(valuesAt({ key: 'load', means: [1, 5] }, null)).toEqual({ mean: 5 })
  expect(valuesAt({ ...line, means: [null], highest: [null] }, null)).toEqual({ mean: null, highest: null })
})

test('R2.34 at the point that is read stand the mean and the highest of what it stands for', () => {
  expect(valuesAt(line, 0)).toEqual({ mean: 1, highest: 2 })
  expect(valuesAt(line, 2)).toEqual({ mean: null, highest: null })
})
