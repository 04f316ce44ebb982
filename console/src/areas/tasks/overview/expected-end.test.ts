import type { SeriesInfo } from '@vermilion/contract/tasks/metrics'
import { expect, test } from 'vitest'
import { expectedEnd } from './expected-end.ts'

const started = Date.parse('2026-01-01T10:00:00Z')
const minute = 60_000
const now = started + 30 * minute

function seriesTo(step: number, at: number): SeriesInfo {
  const [first, last] = [
    { step: 1, time: started + 5 * minute, value: 1 },
    { step, time: started + at * minute, value: 2 },
  ]
  return { name: 'val/loss', source: 'csv', points: step, notFinite: 0, first, last, minimum: 1, maximum: 2 }
}
const task = (done: number, status: 'running' | 'queuing' = 'running') => ({
  status,
  startedAt: new Date(started).toISOString(),
  progress: { done, total: 60, unit: 'epochs' },
})

test('R2.22 the end is expected by the time that the last epochs took, not by what went before the first', () => {
  // Four minutes of preparation, then a minute per epoch.
  expect(expectedEnd(task(41), [seriesTo(41, 45)], now)).toBe(started + 64 * minute)
  expect(expectedEnd(task(10), [seriesTo(100, 20)], now)).toBe(started + 120 * minute)
  // A task without metrics is estimated from its present progress.
  expect(expectedEnd(task(20), [], now)).toBe(started + 90 * minute)
  expect(expectedEnd(task(0), [], now)).toBeNull()
  expect(expectedEnd(task(41, 'queuing'), [seriesTo(41, 45)], now)).toBeNull()
  expect(expectedEnd({ ...task(41), progress: null }, [], now)).toBeNull()
})
