import { fits, minus, sum } from './amounts.ts'
import type { Amounts } from './amounts.ts'

export interface Claim {
  readonly id: string
  readonly creator: string
  readonly priority: number
  readonly createdAt: string
  readonly need: Amounts
}

/**
 * Orders tasks by priority, then by fewest running tasks of their creator, so that one user's hundred tasks do not block others,
 * then by age.
 */
export function inTurn<Waiting extends Claim>(waiting: readonly Waiting[], running: readonly Claim[]): Waiting[] {
  const had = new Map<string, number>()
  for (const { creator } of running) had.set(creator, (had.get(creator) ?? 0) + 1)
  const shares = new Map<Waiting, number>()
  for (const task of waiting.toSorted((a, b) => b.priority - a.priority || byAge(a, b))) {
    const share = had.get(task.creator) ?? 0
    shares.set(task, share)
    had.set(task.creator, share + 1)
  }
  const shareOf = (task: Waiting) => shares.get(task) ?? 0
  return [...shares.keys()].toSorted((a, b) => b.priority - a.priority || shareOf(a) - shareOf(b) || byAge(a, b))
}

/**
 * The first task that does not fit reserves its share: later tasks only use the rest, so small tasks never starve a large one.
 * A task larger than the pool blocks nobody. Resources held `elsewhere` are not available here.
 */
export function startable<Waiting extends Claim>(
  waiting: readonly Waiting[],
  running: readonly Claim[],
  { capacity, elsewhere = {} }: { capacity: Amounts; elsewhere?: Amounts },
): Waiting[] {
  let free = minus(capacity, sum([...running.map(({ need }) => need), elsewhere]))
  let isHeld = false
  return inTurn(waiting, running).filter(({ need }) => {
    if (!fits(need, capacity)) return false
    const starts = fits(need, free)
    if (starts || !isHeld) free = minus(free, need)
    if (!starts) isHeld = true
    return starts
  })
}

function byAge(a: Claim, b: Claim): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1
  return a.id < b.id ? -1 : 1
}
