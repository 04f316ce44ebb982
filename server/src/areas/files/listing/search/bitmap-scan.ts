import type { Expression, SqlBool } from 'kysely'
import type { createNumberLists, Listed } from '../number-lists.ts'
import type { Rows } from '../row-reader.ts'
import { isIn } from './bitmaps.ts'

interface Picked {
  /** Every file of the place, in order. */
  readonly all: Listed
  /** The files looked for are among these. */
  readonly set: Uint8Array
  /** What they must be beside that; none where the set says it all. */
  readonly conditions: readonly Expression<SqlBool>[]
  /** How many of the set to pass over, where the set says it all. */
  readonly offset: number
  /** Number of the file that they come after. */
  readonly after: number | undefined
}

export interface Picks {
  /** As many as were asked for, or more. */
  readonly numbers: readonly number[]
  /** The last file that was looked at; none where all were. */
  readonly seen: number | undefined
}

/** Batches that may become one where few files fit. */
const mostBatches = 8

/** Picks files of a set out of an order, wherever in it they stand; undefined where `after` is not in it. */
export function createPicking(
  rows: Pick<Rows, 'fitting'>,
  lists: Pick<ReturnType<typeof createNumberLists>, 'chunks'>,
  batch: number,
) {
  return async ({ all, set, conditions, offset, after }: Picked, limit: number): Promise<Picks | undefined> => {
    const fitting = async (some: number[]) => (conditions.length === 0 ? some : rows.fitting(some, conditions))
    const found: number[] = []
    let begun = after === undefined
    let passing = offset
    let looked = 0
    let size = conditions.length === 0 ? limit : batch
    let some: number[] = []
    for await (const numbers of lists.chunks(all)) {
      let at = begun || after === undefined ? 0 : numbers.indexOf(after) + 1
      begun ||= at > 0
      while (begun && at < numbers.length) {
        const collected = collect(numbers, at, { set, passing, size }, some)
        at = collected.at
        passing -= collected.passed
        if (some.length < size) continue
        found.push(...(await fitting(some)))
        if (found.length >= limit) return { numbers: found, seen: some.at(-1) }
        looked += some.length
        size = nextSize(limit - found.length, found.length / looked)
        some = []
      }
    }
    if (!begun) return undefined
    if (some.length > 0) found.push(...(await fitting(some)))
    return { numbers: found, seen: undefined }
  }

  /** What is likely to have as many as are lacking: few of the next ones fit where few of the first ones do. */
  function nextSize(lacking: number, share: number): number {
    const likely = Math.ceil((lacking / share) * 1.1)
    return Math.min(Math.max(likely, batch), batch * mostBatches)
  }
}

/** Adds members of a set until there are so many, but for the first ones; says where it stopped and what it passed. */
function collect(
  numbers: Uint32Array,
  from: number,
  { set, passing, size }: { set: Uint8Array; passing: number; size: number },
  into: number[],
): { at: number; passed: number } {
  let at = from
  let passed = 0
  for (; at < numbers.length && into.length < size; at++) {
    const number = numbers[at] ?? 0
    if (!isIn(set, number)) continue
    if (passed < passing) passed++
    else into.push(number)
  }
  return { at, passed }
}
