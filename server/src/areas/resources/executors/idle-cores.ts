import { cpus } from 'node:os'

/** Time of all cores together, in milliseconds since the machine started. */
export interface CoreTimes {
  idle: number
  all: number
  cores: number
}

/** Milliseconds: a span shorter than this says little, as the kernel counts in steps of ten. */
const shortestSpan = 250
/** Milliseconds between readings. */
const pause = 10_000

function readCoreTimes(): CoreTimes {
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
 * How many cores of this machine have nothing to do, over the last ten to twenty seconds: who asks makes the machine busy
 * for a moment. Not the load average, which also counts what waits for a disk.
 */
export function createIdleCores(): () => Promise<number> {
  let started: Promise<readonly CoreTimes[]> | undefined
  async function begin(): Promise<readonly CoreTimes[]> {
    const readings = [readCoreTimes()]
    setInterval(() => {
      readings.splice(0, readings.length - 1)
      readings.push(readCoreTimes())
    }, pause).unref()
    await new Promise((resolve) => setTimeout(resolve, shortestSpan))
    return readings
  }
  return async function idleCores() {
    const [earlier] = await (started ??= begin())
    return earlier === undefined ? 0 : idleCoresBetween(earlier, readCoreTimes())
  }
}
