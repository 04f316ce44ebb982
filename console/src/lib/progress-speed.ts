export interface Pace {
  /** The time of the last growth of `done`, in milliseconds. */
  readonly at: number
  readonly done: number
  /** The highest `done`, since displayed progress never decreases. */
  readonly max: number
  /** Units per second; null until two growths were seen. */
  readonly speed: number | null
}

/** The average's time constant in seconds: older values count for a third. */
const memory = 8

/** Updates the estimate with a new report, as an exponential moving average over time. */
export function measure(previous: Pace | undefined, { at, done }: { at: number; done: number }): Pace {
  if (previous === undefined) return { at, done, max: done, speed: null }
  // Progress restarted, perhaps from a checkpoint, so earlier measurements are void.
  if (done < previous.done) return { at, done, max: previous.max, speed: null }
  const seconds = (at - previous.at) / 1000
  if (done === previous.done || seconds <= 0) return previous
  const fresh = (done - previous.done) / seconds
  const weight = 1 - Math.exp(-seconds / memory)
  const speed = previous.speed === null ? fresh : previous.speed + (fresh - previous.speed) * weight
  return { at, done, max: Math.max(previous.max, done), speed }
}

export function timeLeft({ done, speed }: Pace, total: number): number | null {
  if (speed === null || speed <= 0 || total <= 0) return null
  return (Math.max(0, total - done) / speed) * 1000
}
