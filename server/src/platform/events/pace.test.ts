import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPace } from './pace.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('ten thousand announcements in two seconds become nine, and the last is among them', () => {
  const reported: number[] = []
  const pace = createPace(250, () => reported.push(Date.now()))
  const from = Date.now()
  for (let count = 0; count < 10_000; count++) {
    pace.announce('space')
    vi.advanceTimersByTime(0.2)
  }
  const end = Date.now()
  vi.advanceTimersByTime(1_000)
  expect(reported.length).toBeLessThanOrEqual(Math.ceil((end - from) / 250) + 1)
  expect(reported[0]).toBe(from)
  expect(reported.at(-1)).toBeGreaterThanOrEqual(end)
})

test('one thing does not hold up another', () => {
  const reported: string[] = []
  const pace = createPace(250, (about) => reported.push(about))
  pace.announce('a')
  pace.announce('a')
  pace.announce('b')
  expect(reported).toEqual(['a', 'b'])
  vi.advanceTimersByTime(250)
  expect(reported).toEqual(['a', 'b', 'a'])
})

test('what is told at the end of the interval has the details that were given last', () => {
  const reported: string[] = []
  const pace = createPace<[where: string]>(250, (about, where) => reported.push(`${about} in ${where}`))
  pace.announce('image', 'first')
  pace.announce('image', 'second')
  pace.announce('image', 'third')
  vi.advanceTimersByTime(250)
  expect(reported).toEqual(['image in first', 'image in third'])
})
