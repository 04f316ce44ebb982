import { expect, test } from 'vitest'
import { stepsAt, stretchesOf } from './chart-scale.ts'

test('R2.34 a line is broken where the clock was set, and what was read since then is one stretch', () => {
  const times = [0, 10, 20, 30, 40, 50]
  const toPoint = (index: number, value: number) => `${times[index]},${value}`
  const stretches = (values: readonly (number | null)[], ...moments: number[]) =>
    stretchesOf(values, toPoint, stepsAt(times, moments))
  expect(stretches([1, 2, null, 3, 4, 5], 33)).toEqual(['0,1 10,2', '30,3 40,4 50,5'])
  expect(stretches([1, 2, 3, 4, 5, 6], 20)).toEqual(['0,1 10,2', '20,3 30,4 40,5 50,6'])
  expect(stretches([1, 2, 3, 4, 5, 6], -5)).toEqual(['0,1 10,2 20,3 30,4 40,5 50,6'])
})
