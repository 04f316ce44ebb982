import { expect, test } from 'vitest'
import { intervalAlpha } from './alpha.ts'
import { pairSumsOf } from '../testing/pair-sums.ts'
import { nearDuplicates } from './near-duplicates.ts'

/** K. Krippendorff, Computing Krippendorff's Alpha-Reliability, 2011, C: four observers, twelve units, missing values. */
const published = [
  [1, 2, 3, 3, 2, 1, 4, 1, 2, null, null, null],
  [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, null, 3],
  [null, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, null],
  [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, null],
]
const units = published[0]!.map((_, unit) => published.flatMap((values) => values[unit] ?? []))

test('R3.10 agreement is Krippendorff’s alpha: the published example for interval data gives 0.849', () => {
  expect(intervalAlpha(pairSumsOf(units))).toBeCloseTo(0.849, 3)
  const scaled = units.map((scores) => scores.map((score) => score * 20))
  expect(intervalAlpha(pairSumsOf(scaled))).toBeCloseTo(0.849, 3)
})

test('models that agree have an alpha of 1; where nothing differs, or nobody is to be compared, there is none', () => {
  expect(
    intervalAlpha(
      pairSumsOf([
        [10, 10],
        [70, 70],
      ]),
    ),
  ).toBeCloseTo(1, 12)
  expect(
    intervalAlpha(
      pairSumsOf([
        [10, 10],
        [10, 10],
      ]),
    ),
  ).toBeNull()
  expect(
    intervalAlpha(
      pairSumsOf([
        [0.1, 0.1, 0.1],
        [0.1, 0.1],
      ]),
    ),
  ).toBeNull()
  expect(intervalAlpha(pairSumsOf([[10], [70]]))).toBeNull()
  expect(intervalAlpha(pairSumsOf([]))).toBeNull()
})

test('hashes that differ in at most three bits are near duplicates, also by way of another', async () => {
  const hashes = [
    '0000000000000000',
    'ffffffffffffffff',
    '0000000000000007',
    '000000000000003f',
    'ffffffffffffffff',
    '123456789abcdef0',
    '8000000080000001',
  ]
  expect(await nearDuplicates(hashes)).toEqual([
    [0, 2, 3, 6],
    [1, 4],
  ])
  expect(await nearDuplicates([])).toEqual([])
})
