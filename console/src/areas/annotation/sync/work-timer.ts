/** The longest pause between two gestures that counts as work, in milliseconds. */
const maxThinkingTime = 60_000

/** Measures the working time on an image, and the part not reported to the server yet. */
export function createWorkTimer(now: () => number) {
  let worked = 0
  let gestureAt = now()
  return {
    note(): void {
      const time = now()
      worked += Math.min(Math.max(0, time - gestureAt), maxThinkingTime)
      gestureAt = time
    },
    /** Whole seconds not reported yet. */
    seconds: (): number => Math.floor(worked / 1_000),
    settle(seconds: number): void {
      worked -= seconds * 1_000
    },
  }
}
