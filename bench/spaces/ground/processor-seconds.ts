import { readdirSync, readFileSync } from 'node:fs'

/** Ticks of the clock in a second, as Linux counts the time of processes. */
const ticks = 100

interface Times {
  readonly parent: number
  /** Includes child processes that have ended. */
  readonly seconds: number
}

/** Seconds of processors that a process has taken so far, with all that it has started. */
export function processorSeconds(pid: number): number {
  const times = new Map(readdirSync('/proc').flatMap((name) => entryOf(Number(name))))
  const of = (id: number): number =>
    (times.get(id)?.seconds ?? 0) +
    [...times].reduce((sum, [child, { parent }]) => (parent === id ? sum + of(child) : sum), 0)
  return of(pid)
}

function entryOf(pid: number): [number, Times][] {
  if (Number.isNaN(pid)) return []
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name before it may have spaces in it.
    const [, parent, ...rest] = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const seconds = rest.slice(9, 13).reduce((sum, one) => sum + one, 0) / ticks
    return [[pid, { parent: parent ?? 0, seconds }]]
  } catch {
    return []
  }
}
