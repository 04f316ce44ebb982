import type { TimeZone } from '#lib/system.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const steps = [
  ...[1, 5, 10, 15, 30].map((minutes) => minutes * minute),
  ...[1, 2, 3, 6, 12].map((hours) => hours * hour),
  ...[1, 2, 5, 7].map((days) => days * day),
]

export interface TimeTick {
  /** Milliseconds since 1970. */
  at: number
  words: string
}

export function timeTicks(from: number, to: number, max: number, zone: TimeZone): TimeTick[] {
  const step = steps.find((one) => (to - from) / one <= max) ?? (to - from) / max
  const ticks: TimeTick[] = []
  for (let at = firstOf(from, step, zone); at <= to; at = nextOf(at, step, zone)) {
    if (at >= from) ticks.push({ at, words: wordsOf(at, step, zone) })
  }
  return ticks
}

const offsetOf = (at: number, zone: TimeZone) => (zone === 'utc' ? 0 : new Date(at).getTimezoneOffset() * minute)

function firstOf(from: number, step: number, zone: TimeZone): number {
  const offset = offsetOf(from, zone)
  return Math.floor((from - offset) / step) * step + offset
}

/** Adds a step in local time, correct across a change of the clocks. */
function nextOf(at: number, step: number, zone: TimeZone): number {
  const next = at + step
  return next + offsetOf(next, zone) - offsetOf(at, zone)
}

function wordsOf(at: number, step: number, zone: TimeZone): string {
  const time = new Date(at - offsetOf(at, zone)).toISOString()
  const isMidnight = time.slice(11, 16) === '00:00'
  return step >= day || isMidnight ? time.slice(5, 10) : time.slice(11, 16)
}
