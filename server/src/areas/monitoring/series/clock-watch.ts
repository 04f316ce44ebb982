import type { Clock } from '#platform/clock'

/** Seconds between two clocks from which on one of them was set; below it, a busy machine is late. */
const leastJump = 30

/** Tells when the time of day was set, or stood still while the machine slept: beside a clock that only ever goes on. */
export function createClockWatch(clock: Pick<Clock, 'now'>, steady: () => number = () => performance.now()) {
  let previous: { time: number; steady: number } | undefined
  return {
    /** Seconds that the clock was set forward, or back if negative, since the call before; 0 where it was not. */
    check(): number {
      const now = { time: clock.now(), steady: steady() }
      const last = previous
      previous = now
      if (last === undefined) return 0
      const seconds = Math.round((now.time - last.time - (now.steady - last.steady)) / 1_000)
      return Math.abs(seconds) < leastJump ? 0 : seconds
    },
  }
}
