import { setImmediate as breath } from 'node:timers/promises'
import type { Condition } from './conditions.ts'

/** Milliseconds that other work waits at most. */
const turn = 6
const betweenLooks = 4_096

/**
 * Those of some numbers that fit, in their order: of all, or of those at the positions that are named. Others get their
 * turn in between.
 */
export async function findMatches(
  all: Uint32Array,
  conditions: readonly Condition[],
  candidates: Iterable<number> | undefined,
): Promise<Uint32Array> {
  const size = all.length
  const match = new Uint32Array(size)
  let count = 0
  let since = performance.now()
  let looked = 0
  const test = (number: number) => {
    for (const condition of conditions) if (!condition(number)) return
    match[count++] = number
  }
  const rest = async () => {
    if (performance.now() - since < turn) return
    await breath()
    since = performance.now()
  }
  if (candidates === undefined) {
    for (let index = 0; index < size; index += 1) {
      test(all[index]!)
      if (++looked % betweenLooks === 0) await rest()
    }
  } else {
    for (const index of candidates) {
      if (index < size) test(all[index]!)
      if (++looked % betweenLooks === 0) await rest()
    }
  }
  return match.slice(0, count)
}
