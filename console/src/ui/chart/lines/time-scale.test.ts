import { expect, test } from 'vitest'
import { axisOf, pointsOf } from './time-scale.ts'

test('R2.34 a line is broken where the clock was set, and what was read since then is one stretch', () => {
  const times = [0, 10, 20, 30, 40, 50]
  const pointsWith = (values: readonly (number | null)[], ...moments: number[]) => {
    const { x, y } = pointsOf(times, values, moments)
    return Array.from(x, (time, index) => `${time},${y[index]}`).join(' ')
  }
  expect(pointsWith([1, 2, null, 3, 4, 5], 33)).toBe('0,1 10,2 20,NaN 30,NaN 30,3 40,4 50,5')
  expect(pointsWith([1, 2, 3, 4, 5, 6], 20)).toBe('0,1 10,2 20,NaN 20,3 30,4 40,5 50,6')
  expect(pointsWith([1, 2, 3, 4, 5, 6], -5)).toBe('0,1 10,2 20,3 30,4 40,5 50,6')
})

test('an axis of bytes ends with a mark: what there is in all, or a round size above the highest', () => {
  const GiB = 2 ** 30
  const chart = { key: 'memory', title: 'Memory', format: String, binary: true }
  const axisTo = (top: number | null, highest = GiB) =>
    axisOf({ ...chart, top, lines: [{ key: 'used', means: [0, highest] }] }).ticks.map((tick) => tick / GiB)
  expect(axisTo(24 * GiB)).toEqual([0, 8, 16, 24])
  expect(axisTo(23.4 * GiB)).toEqual([0, 8, 16, 23.4])
  // Tick labels never overlap.
  expect(axisTo(17 * GiB)).toEqual([0, 8, 17])
  expect(axisTo(null, 3.1 * GiB)).toEqual([0, 1, 2, 3, 4])
  expect(axisTo(null, 2 ** 20)).toEqual([0, 0.25, 0.5, 0.75, 1].map((share) => share / 1024))
  // Small values are not flat at the bottom, and an empty chart has an axis as well.
  const bytesTo = (highest: number) =>
    axisOf({ ...chart, top: null, lines: [{ key: 'rate', means: [0, highest] }] }).ticks
  expect(bytesTo(92)).toEqual([0, 32, 64, 96])
  expect(bytesTo(3)).toEqual([0, 4, 8, 12, 16])
  expect(bytesTo(0)).toEqual([0, 256, 512, 768, 1024])
})
