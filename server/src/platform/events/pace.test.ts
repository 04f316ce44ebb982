import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPace } from './pace.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('ten thousand announcements in two seconds become nine, and the last is among them', () => {
  const told: number[] = []
  const pace = createPace(250, () => told.push(Date.now()))
  const from = Date.now()
  for (let count = 0; count < 10_000; count++) {
    pace.tell('space')
    vi.advanceTimersByTime(0.2)
  }
  const end = Date.now()
  vi.advanceTimersByTime(1_000)
  expect(told.length).toBeLessThanOrEqual(Math.ceil((end - from) / 250) + 1)
  expect(told[0]).toBe(from)
  expect(told.at(-1)).toBeGreaterThanOrEqual(end)
})

test('one thing does not hold up another', () => {
  const told: string[] = []
  const pace = createPace(250, (about) => told.push(about))
  pace.tell('a')
  pace.tell('a')
  pace.tell('b')
  expect(told).toEqual(['a', 'b'])
  vi.advanceTimersByTime(250)
  expect(told).toEqual(['a', 'b', 'a'])
})
