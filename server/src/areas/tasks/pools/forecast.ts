import { fits, minus, sum } from './amounts.ts'
import type { Amounts } from './amounts.ts'

interface Running {
  readonly need: Amounts
  /** Milliseconds since 1970; null when unknown. */
  readonly endsAt: number | null
}

interface Waiting {
  readonly id: string
  readonly need: Amounts
  /** Expected duration in milliseconds; null when unknown. */
  readonly lasts: number | null
}

/** Simulates the queue with average durations. Null for every task that depends on an unknown duration. */
export function expectedStarts(
  now: number,
  { running, waiting, capacity }: { running: readonly Running[]; waiting: readonly Waiting[]; capacity: Amounts },
): Map<string, number | null> {
  const starts = new Map<string, number | null>()
  const ends = running.map(({ need, endsAt }) => ({ need, at: endsAt === null ? Infinity : Math.max(now, endsAt) }))
  let free = minus(capacity, sum(running.map(({ need }) => need)))
  let at = now
  for (const { id, need, lasts } of waiting) {
    if (!fits(need, capacity)) {
      starts.set(id, null)
      continue
    }
    while (!fits(need, free) && ends.length > 0) {
      const next = ends.reduce((first, end, index) => (end.at < (ends[first]?.at ?? Infinity) ? index : first), 0)
      const [end] = ends.splice(next, 1)
      if (end === undefined) break
      at = Math.max(at, end.at)
      free = sum([free, end.need])
    }
    starts.set(id, Number.isFinite(at) && fits(need, free) ? at : null)
    free = minus(free, need)
    ends.push({ need, at: lasts === null ? Infinity : at + lasts })
  }
  return starts
}
