import type { Clock } from '#platform/clock'

/** Seconds of deviation that count as a clock change; less is scheduling delay. */
const leastJump = 30

/** Detects changes of the system clock and sleep, by comparison with a monotonic clock. */
export function createClockWatch(clock: Pick<Clock, 'now'>, steady: () => number = () => performance.now()) {
  let previous: { time: number; steady: number } | undefined
  return {
    /** Seconds that the clock jumped since the last call, negative for backwards; 0 for none. */
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
