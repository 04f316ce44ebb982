import { setImmediate as nextTurn } from 'node:timers/promises'

const milliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1_000

/** The CPU milliseconds of this process for some work, all threads included, independent of the machine's other load. */
export async function processorTimeOf(work: () => unknown): Promise<number> {
  const start = process.cpuUsage()
  await work()
  return milliseconds(process.cpuUsage(start))
}

/** Watches the event loop; the returned function gives the CPU milliseconds of its longest turn. */
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
