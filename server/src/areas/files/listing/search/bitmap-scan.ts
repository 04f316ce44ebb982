import type { Expression, SqlBool } from 'kysely'
import type { createNumberLists, ListKey } from '../number-lists.ts'
import type { RowReader } from '../row-reader.ts'
import { hasNumber } from './bitmaps.ts'

interface BitmapScan {
  /** Every file of the place, in order. */
  readonly list: ListKey
  /** The files looked for are among these. */
  readonly bitmap: Promise<Uint8Array>
  /** What they must be beside that; none where the set says it all. */
  readonly conditions: readonly Expression<SqlBool>[]
  /** How many of the set to pass over, where the set says it all. */
  readonly offset: number
  /** Number of the file that they come after. */
  readonly after: number | undefined
}

export interface ScanResult {
  /** As many as were asked for, or more. */
  readonly numbers: readonly number[]
  /** The last file that was looked at; none where all were. */
  readonly lastExamined: number | undefined
}

/** Batches that may become one where few files fit. */
const maximumBatches = 8

/** Picks files of a set out of an order, wherever in it they stand; undefined where `after` is not in it. */
export function createBitmapScan(
  rows: Pick<RowReader, 'selectMatching'>,
  lists: Pick<ReturnType<typeof createNumberLists>, 'readChunks'>,
  batch: number,
) {
  return async (
    { list, bitmap: members, conditions, offset, after }: BitmapScan,
    limit: number,
  ): Promise<ScanResult | undefined> => {
    const matching = async (some: number[]) => (conditions.length === 0 ? some : rows.selectMatching(some, conditions))
    const matches: number[] = []
    let hasStarted = after === undefined
    let remainingOffset = offset
    let examined = 0
    let size = conditions.length === 0 ? limit : batch
    let some: number[] = []
    const chunks = lists.readChunks(list)
    // Beside each other, by readers of their own.
    const [firstChunk, bitmap] = await Promise.all([chunks.next(), members])
    for (let chunk = firstChunk; chunk.done !== true; chunk = await chunks.next()) {
      const numbers = chunk.value
      let at = hasStarted || after === undefined ? 0 : numbers.indexOf(after) + 1
      hasStarted ||= at > 0
      while (hasStarted && at < numbers.length) {
        const collected = collect(numbers, at, { bitmap, remainingOffset, size }, some)
        at = collected.at
        remainingOffset -= collected.passed
        if (some.length < size) continue
        matches.push(...(await matching(some)))
        if (matches.length >= limit) return { numbers: matches, lastExamined: some.at(-1) }
        examined += some.length
        size = nextSize(limit - matches.length, matches.length / examined)
        some = []
      }
    }
    if (!hasStarted) return undefined
    if (some.length > 0) matches.push(...(await matching(some)))
    return { numbers: matches, lastExamined: undefined }
  }

  /** What is likely to have as many as are lacking: few of the next ones fit where few of the first ones do. */
  function nextSize(missing: number, share: number): number {
    const likely = Math.ceil((missing / share) * 1.1)
    return Math.min(Math.max(likely, batch), batch * maximumBatches)
  }
}

/** Adds members of a set until there are so many, but for the first ones; says where it stopped and what it passed. */
function collect(
  numbers: Uint32Array,
  from: number,
  { bitmap, remainingOffset, size }: { bitmap: Uint8Array; remainingOffset: number; size: number },
  into: number[],
): { at: number; passed: number } {
  let at = from
  let passed = 0
  for (; at < numbers.length && into.length < size; at++) {
    const number = numbers[at] ?? 0
    if (!hasNumber(bitmap, number)) continue
    if (passed < remainingOffset) passed++
    else into.push(number)
  }
  return { at, passed }
}
