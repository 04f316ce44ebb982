import { expect, test } from 'vitest'
import { scaleOf } from './scale.ts'

test('an axis reaches over its values in round steps', () => {
  expect(scaleOf(0, 1, 5)).toEqual({ low: 0, high: 1, ticks: [0, 0.2, 0.4, 0.6, 0.8, 1] })
  expect(scaleOf(0.013, 0.29, 5)).toEqual({ low: 0, high: 0.3, ticks: [0, 0.1, 0.2, 0.3] })
  expect(scaleOf(-3, 1_234, 4)).toMatchObject({ low: -500, high: 1_500 })
})

test('an exact axis ends where its values do, and counts in whole steps', () => {
  expect(scaleOf(1, 3, 8, { least: 1, exact: true })).toEqual({ low: 1, high: 3, ticks: [1, 2, 3] })
  expect(scaleOf(1, 30, 6, { least: 1, exact: true }).ticks).toEqual([5, 10, 15, 20, 25, 30])
})

test('values that are all the same stand in the middle', () => {
  expect(scaleOf(4, 4, 4)).toMatchObject({ low: 2, high: 6 })
  expect(scaleOf(0, 0, 4)).toMatchObject({ low: -0.5, high: 0.5 })
})
