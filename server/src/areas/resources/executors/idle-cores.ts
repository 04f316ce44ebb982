import { cpus } from 'node:os'

/** Time of all cores together, in milliseconds since the machine started. */
export interface CoreTimes {
  idle: number
  all: number
  cores: number
}

/** A span shorter than this says little: the kernel counts in steps of ten milliseconds. */
const shortestSpan = 250
/** Of what is longer ago nothing is said of now. */
const longestSpan = 30_000

export function readCoreTimes(): CoreTimes {
  const all = cpus().map(({ times }) => times)
  const sumOf = (times: readonly number[]) => times.reduce((sum, time) => sum + time, 0)
  return {
    idle: sumOf(all.map(({ idle }) => idle)),
    all: sumOf(all.map((times) => sumOf(Object.values(times)))),
    cores: all.length,
  }
}

/** How many cores had nothing to do between two readings, on average. */
export function idleCoresBetween(earlier: CoreTimes, later: CoreTimes): number {
  const span = later.all - earlier.all
  return span <= 0 ? later.cores : Math.max(0, Math.min(1, (later.idle - earlier.idle) / span)) * later.cores
}

/**
 * How many cores of this machine have nothing to do now, by what they did since it was asked last; not the load average,
 * which also counts what waits for a disk.
 */
export function createIdleCores(): () => Promise<number> {
  let last: { at: number; times: CoreTimes; idle: number | undefined } | undefined
  return async function idleCores() {
    const since = last === undefined ? Infinity : performance.now() - last.at
    if (last?.idle !== undefined && since < shortestSpan) return last.idle
    let earlier = last?.times
    if (earlier === undefined || since > longestSpan || since < shortestSpan) {
      earlier = readCoreTimes()
      await new Promise((resolve) => setTimeout(resolve, shortestSpan))
    }
    const times = readCoreTimes()
    const idle = idleCoresBetween(earlier, times)
    last = { at: performance.now(), times, idle }
    return idle
  }
}
