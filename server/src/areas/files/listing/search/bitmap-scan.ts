import type { Expression, SqlBool } from 'kysely'
import type { createNumberLists, ListKey } from '../number-lists.ts'
import type { RowReader } from '../row-reader.ts'
import { hasNumber } from './bitmaps.ts'

interface BitmapScan {
  readonly list: ListKey
  readonly bitmap: Promise<Uint8Array>
  readonly conditions: readonly Expression<SqlBool>[]
  readonly offset: number
  readonly after: number | undefined
}

export interface ScanResult {
  readonly numbers: readonly number[]
  /** The last examined file; undefined when all were. */
  readonly lastExamined: number | undefined
}

const maximumBatches = 8

/** Picks members of a set from an order, wherever they are in it; undefined when `after` is not in the order. */
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
    // In parallel, on separate readers.
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

  function nextSize(missing: number, share: number): number {
    const likely = Math.ceil((missing / share) * 1.1)
    return Math.min(Math.max(likely, batch), batch * maximumBatches)
  }
}

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
