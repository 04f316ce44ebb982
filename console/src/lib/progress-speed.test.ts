import { expect, test } from 'vitest'
import { measure, type Pace, timeLeft } from './progress-speed.ts'

const after = (...sights: [seconds: number, done: number][]): Pace => {
  let pace: Pace | undefined
  for (const [seconds, done] of sights) pace = measure(pace, { at: seconds * 1000, done })
  if (pace === undefined) throw new Error('nothing was seen')
  return pace
}

test('nothing is said of speed and time until progress has been seen to grow', () => {
  expect(after([0, 40])).toMatchObject({ done: 40, speed: null })
  expect(timeLeft(after([0, 40], [3, 40]), 100)).toBeNull()
  expect(timeLeft(after([0, 40], [2, 60]), 0)).toBeNull()
})

test('a steady pace is told as it is, and a change of pace comes in by and by', () => {
  const steady = after([0, 0], [1, 10], [2, 20], [3, 30])
  expect(steady.speed).toBeCloseTo(10)
  expect(timeLeft(steady, 100)).toBeCloseTo(7_000)
  const slower = measure(steady, { at: 5_000, done: 34 })
  expect(slower.speed).toBeLessThan(10)
  expect(slower.speed).toBeGreaterThan(2)
})

test('a pause counts into the speed once it goes on', () => {
  expect(after([0, 0], [1, 10], [10, 10], [11, 20]).speed).toBeLessThan(5)
})

test('what begins again is shown no further back, and measured anew', () => {
  const again = after([0, 0], [1, 50], [2, 20])
  expect(again).toMatchObject({ done: 20, max: 50, speed: null })
  expect(measure(again, { at: 4_000, done: 30 }).speed).toBeCloseTo(5)
})
