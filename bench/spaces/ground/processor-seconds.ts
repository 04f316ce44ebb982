import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks per second of Linux process times. */
const ticks = 100

interface Times {
  readonly parent: number
  /** Includes ended children. */
  readonly seconds: number
}

/** Processor seconds of a process with everything it started. */
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
    // The process name may contain spaces.
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
