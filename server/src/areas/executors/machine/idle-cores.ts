import { cpus } from 'node:os'

export interface CoreTimes {
  idle: number
  all: number
  cores: number
}

/** Minimum milliseconds of a span, since the kernel counts in steps of ten. */
const shortestSpan = 250
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

export function idleCoresBetween(earlier: CoreTimes, later: CoreTimes): number {
  const span = later.all - earlier.all
  return span <= 0 ? later.cores : Math.max(0, Math.min(1, (later.idle - earlier.idle) / span)) * later.cores
}

/**
 * Over the last ten to twenty seconds, since a request itself causes a short load. Unlike the load average, it ignores waiting
 * for a disk.
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
