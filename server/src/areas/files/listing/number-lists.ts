import type { Expression, SqlBool } from 'kysely'
import { createMutex, type Mutex } from '#platform/mutex'
import type { Bounds } from './file-list.ts'
import { countBefore, lengthOf, replaceNumbers } from './changed-numbers.ts'
import { parseNumbers } from './number-text.ts'
import { isAfter, positionOf } from './orders.ts'
import { createVersionedCache } from './versioned-cache.ts'
import type { RowQuery } from './range-reader.ts'
import type { RowReader } from './row-reader.ts'
import type { Versions } from './versions.ts'

const maximumNumbers = 12_000_000

interface NumberList {
  readonly mutex: Mutex
  /** No chunk is empty. */
  readonly chunks: Uint32Array[]
  isComplete: boolean
  isGrowing: boolean
  /** False when files changed between reading its chunks. */
  isConsistent: boolean
}

const newList = (chunks: Uint32Array[], isComplete: boolean): NumberList => ({
  mutex: createMutex(),
  chunks,
  isComplete,
  isGrowing: false,
  isConsistent: true,
})

type Condition = Expression<SqlBool>

export interface ListKey {
  readonly key: string
  readonly spaceId: string
  readonly version: number
  readonly query: RowQuery
}

/** Read as far as requested. After changes of a few files only these are moved; after many, everything is read again. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the lists that it holds
export function createNumberLists(
  rows: RowReader,
  versions: Pick<Versions, 'of' | 'changesBetween'>,
  { numbers: chunkLength, changes: maximumChanges, pivots }: Pick<Bounds, 'numbers' | 'changes' | 'pivots'>,
) {
  const cache = createVersionedCache<NumberList>(maximumNumbers, ({ chunks }) => lengthOf(chunks) + chunkLength)
  /** Lists grow one after the other, so that pages on request find a free reader. */
  let growing: Promise<unknown> = Promise.resolve()

  function cacheKey({ key, query: { order } }: ListKey): string {
    return `${key} ${order.column} ${order.descending}`
  }

  function listOf(listed: ListKey): NumberList {
    return cache.getOrCreate(cacheKey(listed), listed.version, () => newList([], false))
  }

  async function renew(listed: ListKey): Promise<void> {
    const { spaceId, version, query } = listed
    const key = cacheKey(listed)
    const earlier = cache.newest(key)
    if (earlier === undefined || earlier.version >= version || !earlier.value.isConsistent) return
    const { isComplete } = earlier.value
    const chunks = [...earlier.value.chunks]
    const changed = await versions.changesBetween(spaceId, earlier.version, version)
    if (changed === undefined || changed.length > maximumChanges) return
    const replaced = await replaceNumbers(rows, { chunks, isComplete }, { changed, query, pivots })
    const isCurrent = (await versions.of(spaceId)) === version && cache.newest(key) === earlier
    if (isCurrent) cache.set(key, version, newList(replaced, isComplete))
  }

  async function extend(list: NumberList, { spaceId, version, query }: ListKey, length: number): Promise<void> {
    const release = await list.mutex()
    try {
      while (list.chunks.length < length && !list.isComplete) {
        const numbers = parseNumbers(await rows.numbers(await queryAfter(rows, query, list.chunks.at(-1)), chunkLength))
        list.isConsistent &&= (await versions.of(spaceId)) === version
        if (numbers.length > 0) list.chunks.push(numbers)
        list.isComplete = numbers.length < chunkLength
      }
    } finally {
      release()
    }
  }

  async function* readChunks(listed: ListKey): AsyncGenerator<Uint32Array> {
    const { query } = listed
    const ascending = { ...listed, query: { ...query, order: { ...query.order, descending: false } } }
    await renew(ascending)
    const same = cache.get(cacheKey(ascending), listed.version)
    if (query.order.descending && same?.isComplete === true) {
      for (const numbers of same.chunks.toReversed()) yield numbers.toReversed()
      return
    }
    await renew(listed)
    const list = listOf(listed)
    for (let index = 0; ; index++) {
      await extend(list, listed, index + 1)
      const numbers = list.chunks[index]
      if (numbers === undefined) return
      yield numbers
    }
  }

  /** Grows the list to its end, unless a file changes or others need the memory more. */
  async function growToEnd(list: NumberList, listed: ListKey): Promise<void> {
    const isCached = () => cache.get(cacheKey(listed), listed.version) === list
    while (!list.isComplete && isCached() && (await versions.of(listed.spaceId)) === listed.version) {
      await extend(list, listed, list.chunks.length + 1)
    }
  }

  function grow(list: NumberList, listed: ListKey): undefined {
    if (list.isGrowing) return
    list.isGrowing = true
    const stop = () => void (list.isGrowing = false)
    growing = growing.then(() => growToEnd(list, listed)).then(stop, stop)
  }

  async function slice(listed: ListKey, offset: number, limit: number): Promise<number[] | undefined> {
    await renew(listed)
    const list = listOf(listed)
    if (!list.isComplete && lengthOf(list.chunks) < offset + limit) return grow(list, listed)
    return numbersFrom(list.chunks, offset, limit)
  }

  /**
   * From the first file that fits `starts` to before the first that fits `ends`. Undefined while the list is incomplete: it grows
   * in the background.
   */
  async function between(listed: ListKey, starts: Condition, ends: Condition): Promise<Uint32Array[] | undefined> {
    await renew(listed)
    const list = listOf(listed)
    if (!list.isComplete) return grow(list, listed)
    const countUntil = (condition: Condition) =>
      countBefore(list.chunks, pivots, async (some) => new Set(await rows.selectMatching(some, [condition])))
    const [from, until] = await Promise.all([countUntil(starts), countUntil(ends)])
    return chunksBetween(list.chunks, from, until)
  }

  return { readChunks, slice, between }
}

function numbersFrom(chunks: readonly Uint32Array[], offset: number, limit: number): number[] {
  const numbers: number[] = []
  let start = offset
  for (const chunk of chunks) {
    if (numbers.length === limit) break
    if (start < chunk.length) numbers.push(...chunk.subarray(start, start + limit - numbers.length))
    start = Math.max(0, start - chunk.length)
  }
  return numbers
}

function chunksBetween(chunks: readonly Uint32Array[], from: number, until: number): Uint32Array[] {
  let start = 0
  return chunks.map((chunk) => {
    const part = chunk.subarray(Math.max(0, from - start), Math.max(0, until - start))
    start += chunk.length
    return part
  })
}

async function queryAfter(rows: RowReader, query: RowQuery, last: Uint32Array | undefined): Promise<RowQuery> {
  const number = last?.at(-1)
  if (number === undefined) return query
  const [row] = await rows.byNumbers([number])
  // The file is deleted, and the list's version is outdated.
  if (row === undefined) return { ...query, conditions: [isAfter({ column: 'number', descending: true }, [0, 0])] }
  return { ...query, after: positionOf(row, query.order) }
}
