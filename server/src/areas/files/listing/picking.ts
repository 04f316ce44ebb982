import type { Expression, SqlBool } from 'kysely'
import type { FileRow } from '../store.ts'
import type { createNumberLists, Listed } from './number-lists.ts'
import type { Rows } from './rows.ts'
import { isIn } from './sets.ts'

interface Picked {
  /** Every file of the place, in order. */
  readonly all: Listed
  /** The files looked for are among these. */
  readonly set: Uint8Array
  /** What they must be beside that; none where the set says it all. */
  readonly conditions: readonly Expression<SqlBool>[]
  /** How many of the set to pass over, where the set says it all. */
  readonly offset: number
  /** Number of the file that the page comes after. */
  readonly after: number | undefined
}

/** Picks a page of a set's files out of an order, wherever in it they stand; undefined where `after` is not in it. */
export function createPicking(rows: Rows, lists: ReturnType<typeof createNumberLists>, batch: number) {
  /** Those numbers of the order that are in the set, a page of them or so at a time. */
  async function* members({ all, set, offset, after }: Picked): AsyncGenerator<number[] | 'absent'> {
    let begun = after === undefined
    let passed = 0
    let found: number[] = []
    let size = batch
    for await (const numbers of lists.chunks(all)) {
      const start = begun || after === undefined ? 0 : numbers.indexOf(after) + 1
      begun ||= start > 0
      if (!begun) continue
      for (const number of start === 0 ? numbers : numbers.subarray(start)) {
        if (!isIn(set, number) || passed++ < offset) continue
        found.push(number)
        if (found.length < size) continue
        yield found
        found = []
        // Where few of the first ones fit, few of the next ones do.
        size = Math.min(size * 2, batch * 8)
      }
    }
    yield begun ? found : 'absent'
  }

  return async (picked: Picked, limit: number): Promise<FileRow[] | undefined> => {
    const found: FileRow[] = []
    for await (const some of members(picked)) {
      if (some === 'absent') return undefined
      const wanted = picked.conditions.length === 0 ? some.slice(0, limit - found.length) : some
      if (wanted.length > 0) found.push(...(await rows.byNumbers(wanted, picked.conditions)))
      if (found.length >= limit) break
    }
    return found.slice(0, limit)
  }
}
