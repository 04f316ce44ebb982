import { setImmediate as breath } from 'node:timers/promises'
import type { Condition } from './conditions.ts'

/** Most milliseconds that other work waits. */
const turn = 6
const testsBetweenYields = 4_096

/** Filters numbers in order: all, or those at the candidate positions. Yields to other work. */
export async function findMatches(
  all: Uint32Array,
  conditions: readonly Condition[],
  candidates: Iterable<number> | undefined,
): Promise<Uint32Array> {
  const size = all.length
  const match = new Uint32Array(size)
  let count = 0
  let since = performance.now()
  let tested = 0
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
      if (++tested % testsBetweenYields === 0) await rest()
    }
  } else {
    for (const index of candidates) {
      if (index < size) test(all[index]!)
      if (++tested % testsBetweenYields === 0) await rest()
    }
  }
  return match.slice(0, count)
}
