/** The only source of the time of day, so that tests can move it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** ISO 8601 in UTC, the format of rows and responses. */
  time(): string
}

export const systemClock: Clock = clockOf(() => Date.now())

export function clockOf(now: () => number): Clock {
  return { now, time: () => new Date(now()).toISOString() }
}
