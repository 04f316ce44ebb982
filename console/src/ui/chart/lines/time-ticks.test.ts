import { expect, test } from 'vitest'
import { ticksAcross } from './ticks.ts'

const timeTicks = (from: number, to: number, count: number) =>
  ticksAcross({ from, to }, count, { axis: 'time', language: 'en-US', zone: 'utc' })

const at = (time: string) => Date.parse(`2026-03-10T${time}:00.000Z`)

test('an axis of time has round times, no more than there is room for, and days where a day begins', () => {
  expect(timeTicks(at('10:03'), at('11:03'), 8).map(({ text }) => text)).toEqual([
    '10:10',
    '10:20',
    '10:30',
    '10:40',
    '10:50',
    '11:00',
  ])
  const day = timeTicks(at('10:03') - 86_400_000, at('10:03'), 6)
  expect(day.map(({ text }) => text)).toEqual(['12:00', '18:00', '03-10', '06:00'])
  const month = timeTicks(at('10:03') - 30 * 86_400_000, at('10:03'), 10)
  expect(month.length).toBeLessThanOrEqual(10)
  expect(month.every(({ text }) => /^\d\d-\d\d$/.test(text))).toBe(true)
})
