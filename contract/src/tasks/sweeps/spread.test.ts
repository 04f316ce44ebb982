import { expect, test } from 'vitest'
import { compareSpreads, spreadOf, studentQuantile } from './spread.ts'

test('repeated values have their mean and sample standard deviation, computed by hand', () => {
  expect(spreadOf([])).toBeNull()
  expect(spreadOf([0.5])).toEqual({ mean: 0.5, deviation: null, count: 1 })
  expect(spreadOf([1, 2, 3])).toEqual({ mean: 2, deviation: 1, count: 3 })
  // (9 + 1 + 1 + 9) / 3
  expect(spreadOf([2, 4, 6, 8])?.deviation).toBeCloseTo(Math.sqrt(20 / 3), 12)
})

test("the factors of the interval are those of printed tables of Student's t", () => {
  for (const [freedom, factor] of [
    [1, 12.706205],
    [2, 4.302653],
    [4, 2.776445],
    [10, 2.228139],
    [30, 2.042272],
    [1_000, 1.962339],
  ] as const)
    expect(studentQuantile(0.975, freedom)).toBeCloseTo(factor, 5)
})

/*
 * The variances of the means are 1/3 and 20/3/4 = 5/3, and their sum is 2. By Welch and Satterthwaite the degrees of freedom are
 * 2² / ((1/3)² / 2 + (5/3)² / 3) = 4.07547, whose factor is 2.756285, and half of the interval is 2.756285 × √2 = 3.897975.
 */
test('a difference of 3 between groups that spread unlike is within the spread, and one of 4 is not', () => {
  const compare = (second: readonly number[]) => {
    const [one, other] = [spreadOf([1, 2, 3]), spreadOf(second)]
    return one && other && compareSpreads(one, other)
  }
  const near = compare([2, 4, 6, 8])
  expect(near).toMatchObject({ difference: 3, isWithinSpread: true })
  expect(near?.low).toBeCloseTo(-0.897975, 5)
  expect(near?.high).toBeCloseTo(6.897975, 5)
  const far = compare([3, 5, 7, 9])
  expect(far).toMatchObject({ difference: 4, isWithinSpread: false })
  expect(far?.low).toBeCloseTo(0.102025, 5)
  expect(compare([1])).toBeNull()
})

test('groups without any spread differ by whatever their difference is', () => {
  const [one, other] = [spreadOf([1, 1]), spreadOf([2, 2])]
  expect(one && other && compareSpreads(one, other)).toEqual({ difference: 1, low: 1, high: 1, isWithinSpread: false })
  expect(one && compareSpreads(one, one)?.isWithinSpread).toBe(true)
})
