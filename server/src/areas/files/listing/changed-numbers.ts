import { isAfter, positionOf } from './orders.ts'
import type { RowQuery } from './range-reader.ts'
import type { RowReader } from './row-reader.ts'

type Rows = Pick<RowReader, 'byNumbers' | 'selectMatching'>

interface NumberPrefix {
  readonly chunks: readonly Uint32Array[]
  readonly isComplete: boolean
}

interface Changes {
  readonly changed: readonly number[]
  readonly query: RowQuery
  readonly pivots: number
}

export async function replaceNumbers(
  rows: Rows,
  { chunks, isComplete }: NumberPrefix,
  { changed, query, pivots }: Changes,
): Promise<Uint32Array[]> {
  const numbers = removeNumbers(chunks, changed)
  const remaining = await rows.selectMatching(changed, query.conditions)
  for (const row of await rows.byNumbers(remaining)) {
    const isLater = isAfter(query.order, positionOf(row, query.order))
    const at = await countBefore(numbers, pivots, async (some) => new Set(await rows.selectMatching(some, [isLater])))
    if (isComplete || at < lengthOf(numbers)) insertNumber(numbers, at, row.number)
  }
  return numbers
}

function removeNumbers(chunks: readonly Uint32Array[], removed: readonly number[]): Uint32Array[] {
  const remaining = new Set(removed)
  return chunks.flatMap((chunk) => {
    const indexes = [...remaining].map((number) => chunk.indexOf(number)).filter((index) => index >= 0)
    if (indexes.length === 0) return [chunk]
    for (const index of indexes) remaining.delete(chunk[index] ?? 0)
    const remainder = removeAt(chunk, indexes)
    return remainder.length === 0 ? [] : [remainder]
  })
}

/** Copies ranges between the indexes, since testing each number would take milliseconds. */
function removeAt(chunk: Uint32Array, indexes: readonly number[]): Uint32Array {
  const remainder = new Uint32Array(chunk.length - indexes.length)
  let from = 0
  let length = 0
  for (const index of [...indexes.toSorted((one, other) => one - other), chunk.length]) {
    remainder.set(chunk.subarray(from, index), length)
    length += index - from
    from = index + 1
  }
  return remainder
}

function insertNumber(chunks: Uint32Array[], at: number, number: number): void {
  let start = at
  for (const [index, chunk] of chunks.entries()) {
    if (start > chunk.length) {
      start -= chunk.length
      continue
    }
    const longer = new Uint32Array(chunk.length + 1)
    longer.set(chunk.subarray(0, start))
    longer[start] = number
    longer.set(chunk.subarray(start), start + 1)
    chunks[index] = longer
    return
  }
  chunks.push(Uint32Array.of(number))
}

/** Counts the files before the first later one. The database compares, since only it sorts texts its way. */
export async function countBefore(
  chunks: readonly Uint32Array[],
  pivots: number,
  selectLater: (some: readonly number[]) => Promise<ReadonlySet<number>>,
): Promise<number> {
  let [low, high] = [0, lengthOf(chunks)]
  while (low < high) {
    const step = Math.ceil((high - low) / (pivots + 1))
    const indexes: number[] = []
    for (let index = low + step - 1; index < high; index += step) indexes.push(index)
    const later = await selectLater(indexes.map((index) => numberAt(chunks, index)))
    // Files before the first later one precede the position.
    const earlier = indexes.filter((index) => !later.has(numberAt(chunks, index)))
    low = (earlier.at(-1) ?? low - 1) + 1
    high = indexes[earlier.length] ?? high
  }
  return low
}

function numberAt(chunks: readonly Uint32Array[], at: number): number {
  let start = at
  for (const chunk of chunks) {
    if (start < chunk.length) return chunk[start] ?? 0
    start -= chunk.length
  }
  return 0
}

export const lengthOf = (chunks: readonly Uint32Array[]) => chunks.reduce((sum, { length }) => sum + length, 0)
