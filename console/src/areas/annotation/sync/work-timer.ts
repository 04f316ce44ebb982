/** The most milliseconds between two gestures that count as work; the rest was a pause. */
const maxThinkingTime = 60_000

/** Counts the time that somebody works on an image, and what of it the server was told. */
export function createWorkTimer(now: () => number) {
  let worked = 0
  let gestureAt = now()
  return {
    /** A gesture is finished. */
    note(): void {
      const time = now()
      worked += Math.min(Math.max(0, time - gestureAt), maxThinkingTime)
      gestureAt = time
    },
    /** Whole seconds that were not told yet. */
    seconds: (): number => Math.floor(worked / 1_000),
    /** So many seconds were told. */
    settle(seconds: number): void {
      worked -= seconds * 1_000
    },
  }
}
