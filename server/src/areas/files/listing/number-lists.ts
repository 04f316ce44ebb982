import { createMutex } from '#platform/mutex'
import type { Mutex } from '#platform/mutex'
import { parseNumbers } from './number-text.ts'
import { isAfter, positionOf } from './orders.ts'
import { createVersionedCache } from './versioned-cache.ts'
import type { RowQuery } from './row-query.ts'
import type { RowReader } from './row-reader.ts'
import type { Versions } from './versions.ts'

/** Numbers kept of all lists together, four bytes each. */
const maximumNumbers = 12_000_000

interface NumberList {
  readonly mutex: Mutex
  readonly chunks: Uint32Array[]
  isComplete: boolean
  isGrowing: boolean
}

/** What a list is of. */
export interface ListKey {
  readonly key: string
  readonly spaceId: string
  readonly version: number
  readonly query: RowQuery
}

/** Numbers of files in an order, read as far as they were asked for. They hold until a file of the space changes. */
export function createNumberLists(rows: RowReader, versions: Pick<Versions, 'of'>, chunkLength: number) {
  const cache = createVersionedCache<NumberList>(maximumNumbers, ({ chunks }) => lengthOf(chunks) + chunkLength)
  /** Lists grow one after the other, so that whoever waits for a page finds a reader that is free. */
  let growing: Promise<unknown> = Promise.resolve()

  function cacheKey({ key, query: { order } }: ListKey): string {
    return `${key} ${order.column} ${order.descending}`
  }

  function listOf(listed: ListKey): NumberList {
    const create = (): NumberList => ({ mutex: createMutex(), chunks: [], isComplete: false, isGrowing: false })
    return cache.getOrCreate(cacheKey(listed), listed.version, create)
  }

  async function extend(list: NumberList, query: RowQuery, length: number): Promise<void> {
    const release = await list.mutex()
    try {
      while (list.chunks.length < length && !list.isComplete) {
        const numbers = parseNumbers(await rows.numbers(await queryAfter(query, list.chunks.at(-1)), chunkLength))
        if (numbers.length > 0) list.chunks.push(numbers)
        list.isComplete = numbers.length < chunkLength
      }
    } finally {
      release()
    }
  }

  /** All of a list, a chunk after the other, read where nobody has yet. */
  async function* readChunks(listed: ListKey): AsyncGenerator<Uint32Array> {
    const { query } = listed
    const ascending = { ...listed, query: { ...query, order: { ...query.order, descending: false } } }
    const same = cache.get(cacheKey(ascending), listed.version)
    if (query.order.descending && same?.isComplete === true) {
      for (const numbers of same.chunks.toReversed()) yield numbers.toReversed()
      return
    }
    const list = listOf(listed)
    for (let index = 0; ; index++) {
      await extend(list, query, index + 1)
      const numbers = list.chunks[index]
      if (numbers === undefined) return
      yield numbers
    }
  }

  /** To its end, unless a file changes or others need the memory more. */
  async function growToEnd(list: NumberList, listed: ListKey): Promise<void> {
    const isCached = () => cache.get(cacheKey(listed), listed.version) === list
    while (!list.isComplete && isCached() && (await versions.of(listed.spaceId)) === listed.version) {
      await extend(list, listed.query, list.chunks.length + 1)
    }
  }

  async function queryAfter(query: RowQuery, last: Uint32Array | undefined): Promise<RowQuery> {
    const number = last?.at(-1)
    if (number === undefined) return query
    const [row] = await rows.byNumbers([number])
    // It is gone, and with it the version that the list belongs to.
    if (row === undefined) return { ...query, conditions: [isAfter({ column: 'number', descending: true }, [0, 0])] }
    return { ...query, after: positionOf(row, query.order) }
  }

  /** The numbers from a position on. Undefined where the list is not so long yet: it grows, and nobody waits for it. */
  function slice(listed: ListKey, offset: number, limit: number): number[] | undefined {
    const list = listOf(listed)
    if (!list.isComplete && lengthOf(list.chunks) < offset + limit) {
      if (!list.isGrowing) {
        list.isGrowing = true
        const stop = () => void (list.isGrowing = false)
        growing = growing.then(() => growToEnd(list, listed)).then(stop, stop)
      }
      return undefined
    }
    const numbers: number[] = []
    for (let at = offset; numbers.length < limit; at = offset + numbers.length) {
      const start = at % chunkLength
      const some = list.chunks[Math.floor(at / chunkLength)]?.subarray(start, start + limit - numbers.length)
      if (some === undefined || some.length === 0) break
      numbers.push(...some)
    }
    return numbers
  }

  return { readChunks, slice }
}

const lengthOf = (chunks: readonly Uint32Array[]) => chunks.reduce((sum, { length }) => sum + length, 0)
