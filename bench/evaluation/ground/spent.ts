import { readdirSync, readFileSync } from 'node:fs'

/** Kernel clock ticks per second (USER_HZ). */
const ticks = 100

export interface Spent {
  /** Wall-clock time. */
  readonly seconds: number
  /** Sum over all processors. */
  readonly processor: number
}

/** Wall-clock time of some work, and the processor time that `processor` sums up. */
export async function spent(processor: () => number, work: () => Promise<void>): Promise<Spent> {
  const [from, processorFrom] = [performance.now(), processor()]
  await work()
  return { seconds: (performance.now() - from) / 1_000, processor: processor() - processorFrom }
}

/** Processor seconds of this process with all threads. */
export function ownProcessor(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000_000
}

/** Processor seconds of another process, its children, and their ended children. */
export function processorOf(pid: number): number {
  const children = readdirSync('/proc').filter((name) => fieldsOf(name)?.[1] === pid)
  // utime, stime, cutime, cstime
  const own = (fieldsOf(pid) ?? []).slice(11, 15)
  const ofChildren = children.flatMap((child) => (fieldsOf(child) ?? []).slice(11, 13))
  return [...own, ...ofChildren].reduce((sum, value) => sum + value, 0) / ticks
}

/** Fields behind the process name; undefined when the process has ended. */
function fieldsOf(pid: number | string): number[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
  } catch {
    return undefined
  }
}
