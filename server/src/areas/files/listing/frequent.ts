import type { Expression, SqlBool } from 'kysely'
import type { FileRow } from '../store.ts'
import type { Candidates } from './candidates.ts'
import { parseNumbers } from './number-lists.ts'
import type { createNumberLists } from './number-lists.ts'
import { createRemembered } from './remembered.ts'
import type { Rows, Wanted } from './rows.ts'

/** Numbers of files that are looked through at once. */
const span = 400_000
/** Bytes of all sets of candidates together. */
const mostBytes = 8_000_000

interface Search {
  readonly key: string
  readonly version: number
  /** Every file of the place searched, in order. */
  readonly all: Wanted
  readonly candidates: Candidates
  readonly candidateKey: string
  readonly narrowing: readonly Expression<SqlBool>[]
  /** Number of the file that the page comes after. */
  readonly after: number | undefined
}

/**
 * Finds a page of what many files have, wherever in the order they stand: numbers in the order, of which those are read
 * that are among the candidates.
 */
export function createFrequent(rows: Rows, lists: ReturnType<typeof createNumberLists>, batch: number) {
  const sets = createRemembered<Promise<Uint8Array>>(mostBytes, () => 1_000_000)

  /** One bit for each number. */
  async function read(candidates: Candidates): Promise<Uint8Array> {
    const highest = await rows.highestNumber()
    const set = new Uint8Array((highest >> 3) + 1)
    for (let from = 0; from <= highest; from += span) {
      for (const number of parseNumbers(await rows.candidateNumbers(candidates, from, from + span))) {
        if (number <= highest) set[number >> 3] = (set[number >> 3] ?? 0) | (1 << (number & 7))
      }
    }
    return set
  }

  return async ({ key, version, all, candidates, candidateKey, narrowing, after }: Search, limit: number) => {
    const reading = sets.findOr(candidateKey, version, () => read(candidates))
    const found: FileRow[] = []
    let begun = after === undefined
    const set = await reading
    const pending: number[] = []
    const flush = async () => {
      if (pending.length > 0) found.push(...(await rows.byNumbers(pending.splice(0), narrowing)))
    }
    for (let index = 0; ; index++) {
      const numbers = await lists.chunk(key, version, all, index)
      if (numbers === undefined) break
      let at = 0
      if (!begun && after !== undefined) {
        at = numbers.indexOf(after) + 1
        begun = at > 0
      }
      for (; begun && at < numbers.length; at++) {
        const number = numbers[at] ?? 0
        if (((set[number >> 3] ?? 0) & (1 << (number & 7))) === 0) continue
        pending.push(number)
        if (pending.length === batch) await flush()
        if (found.length >= limit) return found.slice(0, limit)
      }
    }
    await flush()
    return begun ? found.slice(0, limit) : undefined
  }
}
