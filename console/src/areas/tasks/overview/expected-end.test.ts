import type { SeriesInfo } from '@vermilion/contract/tasks/metrics'
import { expect, test } from 'vitest'
import { expectedEnd } from './expected-end.ts'

const begun = Date.parse('2026-01-01T10:00:00Z')
const minute = 60_000

function seriesTo(step: number, at: number): SeriesInfo {
  const [first, last] = [
    { step: 1, time: begun + 5 * minute, value: 1 },
    { step, time: begun + at * minute, value: 2 },
  ]
  return { name: 'val/loss', source: 'csv', points: step, notFinite: 0, first, last, minimum: 1, maximum: 2 }
}
const task = (done: number, status: 'running' | 'queuing' = 'running') => ({
  status,
  startedAt: new Date(begun).toISOString(),
  progress: { done, total: 60, unit: 'epochs' },
})

test('R2.22 the end is expected by the time that the last epochs took, not by what went before the first', () => {
  // Four minutes of preparation, then a minute an epoch.
  expect(expectedEnd(task(41), [seriesTo(41, 45)])).toBe(begun + 64 * minute)
  expect(expectedEnd(task(10), [seriesTo(100, 20)])).toBe(begun + 120 * minute)
  expect(expectedEnd(task(0), [])).toBeNull()
  expect(expectedEnd(task(41, 'queuing'), [seriesTo(41, 45)])).toBeNull()
  expect(expectedEnd({ ...task(41), progress: null }, [])).toBeNull()
})
