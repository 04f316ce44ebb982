export interface Clock {
  now(): number
  /** ISO 8601 in UTC, the format of rows and responses. */
  time(): string
}

export const systemClock: Clock = clockOf(() => Date.now())

export function clockOf(now: () => number): Clock {
  return { now, time: () => new Date(now()).toISOString() }
}
