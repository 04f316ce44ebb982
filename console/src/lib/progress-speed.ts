/** An estimate of speed from progress reports. */
export interface Pace {
  /** When `done` last grew, in milliseconds. */
  readonly at: number
  readonly done: number
  /** The most that was ever done: what is shown never runs backwards. */
  readonly most: number
  /** Units a second; null until it has been seen to grow twice. */
  readonly speed: number | null
}

/** Seconds after which what was seen counts for a third. */
const memory = 8

/** Updates the estimate with a new report, as an exponential moving average over time. */
export function measure(previous: Pace | undefined, { at, done }: { at: number; done: number }): Pace {
  if (previous === undefined) return { at, done, most: done, speed: null }
  // Begun again, from a checkpoint perhaps: what was measured says nothing any more.
  if (done < previous.done) return { at, done, most: previous.most, speed: null }
  const seconds = (at - previous.at) / 1000
  if (done === previous.done || seconds <= 0) return previous
  const fresh = (done - previous.done) / seconds
  const weight = 1 - Math.exp(-seconds / memory)
  const speed = previous.speed === null ? fresh : previous.speed + (fresh - previous.speed) * weight
  return { at, done, most: Math.max(previous.most, done), speed }
}

/** Milliseconds until `total`; null while nobody can know. */
export function timeLeft({ done, speed }: Pace, total: number): number | null {
  if (speed === null || speed <= 0 || total <= 0) return null
  return (Math.max(0, total - done) / speed) * 1000
}
