import { setImmediate as nextTurn } from 'node:timers/promises'

const milliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1_000

/**
 * The milliseconds of processor time that this process takes for some work, with all of its threads: what else the
 * machine does meanwhile counts for nothing.
 */
export async function processorTimeOf(work: () => unknown): Promise<number> {
  const start = process.cpuUsage()
  await work()
  return milliseconds(process.cpuUsage(start))
}

/** Watches the event loop from now on; the answer gives the milliseconds of processor time of its longest turn. */
export function watchEventLoop(): () => Promise<number> {
  let isWatching = true
  const longest = (async () => {
    let most = 0
    while (isWatching) {
      const start = process.threadCpuUsage()
      await nextTurn()
      most = Math.max(most, milliseconds(process.threadCpuUsage(start)))
    }
    return most
  })()
  return () => {
    isWatching = false
    return longest
  }
}
