import { setImmediate as breath } from 'node:timers/promises'
import type { ItemFilter } from '@vermilion/contract/datasets/items'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Page } from '@vermilion/contract/kernel/page'
import type { Database } from '#platform/database/database'
import { createMutex, type Mutex } from '#platform/mutex'
import type { StoredItem } from '../items/item-row.ts'
import type { StoredIndexes } from './stored-indexes.ts'
import { createFactReader, type FactReader } from './fact-reader.ts'
import { createItemIndex, type ItemIndex } from './item-index.ts'
import { firstAtRank } from './query-results.ts'
import type { Section } from './sections.ts'
import { createRowQueries, type NumberedPage, type Start } from './row-queries.ts'

const maxIndexedImages = 4_000_000
/** Smaller datasets are read at once, without an interim response. */
const smallest = 20_000

/** Up to this many changes are quickly followed after a start; beyond, the stored index is written again. */
const maxUnstoredChanges = 20_000
const maxUnstoredShare = 1 / 5

interface Request {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly offset?: number | undefined
}

export type ItemQueries = ReturnType<typeof createItemQueries>

/** A million images are found as fast as ten: the filterable fields stay in memory and follow every change. */
export function createItemQueries(
  database: Database,
  retained: StoredIndexes,
  readAtOnce = smallest,
  maxUnstored = maxUnstoredChanges,
) {
  const reader = createFactReader(database)
  const rowQueries = createRowQueries(database)
  const { indexOf, using } = createIndexesInMemory({ reader, storedIndexes: retained, readAtOnce, maxUnstored })

  /** An unfiltered request of a large dataset is served by the database while its index is read. */
  async function isUnread(datasetId: string, filter: ItemFilter): Promise<boolean> {
    if (Object.values(filter).some((value) => value !== undefined && value !== '')) return false
    if (indexOf(datasetId).index.isLoaded() || (await reader.highest(datasetId)) < readAtOnce) return false
    // Requests with a filter report why it cannot be read.
    void using(datasetId, async () => undefined).catch(() => undefined)
    return true
  }

  async function rowsOf(datasetId: string, numbers: readonly number[]): Promise<StoredItem[]> {
    if (numbers.length === 0) return []
    const items = await reader.byNumbers(datasetId, numbers)
    return numbers.flatMap((number) => items.get(number) ?? [])
  }

  return {
    async page(
      datasetId: string,
      filter: ItemFilter,
      { limit, cursor, offset = 0 }: Request,
    ): Promise<Page<StoredItem>> {
      const from: Start = cursor === undefined ? { offset } : parseCursor(cursor)
      const visible = (await isUnread(datasetId, filter))
        ? await rowQueries.page(datasetId, from, limit)
        : await using(datasetId, async (index) => pageOf(await index.find(filter), from, limit, index))
      if (visible === undefined) throw notOurs()
      const { numbers, start, total } = visible
      const [first, last] = [numbers[0], numbers.at(-1)]
      return {
        items: await rowsOf(datasetId, numbers),
        total,
        from: numbers.length === 0 ? 0 : start + 1,
        nextCursor: last !== undefined && start + numbers.length < total ? writeCursor('after', last) : null,
        previousCursor: first !== undefined && start > 0 ? writeCursor('before', first) : null,
      }
    },

    count: (datasetId: string, filter: ItemFilter): Promise<number> =>
      using(datasetId, async (index) => (await index.find(filter)).length),

    /** Number 0 is before all. */
    async following(datasetId: string, number: number, filter: ItemFilter, limit: number): Promise<StoredItem[]> {
      const numbers = await using(datasetId, async (index) => {
        const match = await index.find(filter)
        const start = number === 0 ? 0 : firstAtRank(match, index.rankOf(number) + 1, index.rankOf)
        return [...match.subarray(start, start + limit)]
      })
      return rowsOf(datasetId, numbers)
    },

    async around(datasetId: string, number: number, filter: ItemFilter) {
      const visited = (await isUnread(datasetId, filter))
        ? await rowQueries.around(datasetId, number)
        : await using(datasetId, async (index) => neighboursOf(await index.find(filter), number, index))
      const { previous, next, ...where } = visited ?? { position: 0, total: 0, offset: 0, previous: 0, next: 0 }
      const items = await reader.byNumbers(datasetId, [previous, next])
      return { ...where, previousId: items.get(previous)?.id ?? null, nextId: items.get(next)?.id ?? null }
    },
  }
}

function createIndexesInMemory(needs: {
  reader: FactReader
  storedIndexes: StoredIndexes
  readAtOnce: number
  maxUnstored: number
}) {
  const { reader, storedIndexes, readAtOnce, maxUnstored } = needs
  const indexes = new Map<string, { readonly index: ItemIndex; readonly turn: Mutex }>()

  function indexOf(datasetId: string) {
    const entry = indexes.get(datasetId) ?? {
      index: createItemIndex(reader, datasetId, storedIndexes),
      turn: createMutex(),
    }
    indexes.delete(datasetId)
    indexes.set(datasetId, entry)
    return entry
  }

  /** Works on an up-to-date index that nobody changes meanwhile. */
  async function using<Result>(datasetId: string, work: (index: ItemIndex) => Promise<Result>): Promise<Result> {
    const entry = indexOf(datasetId)
    const release = await entry.turn()
    try {
      await entry.index.follow()
      forgetOldest(datasetId)
      const result = await work(entry.index)
      const size = entry.index.size()
      if (size >= readAtOnce && entry.index.unstoredChanges() >= Math.max(maxUnstored, size * maxUnstoredShare))
        await keep(datasetId, entry.index)
      return result
    } catch (error) {
      indexes.delete(datasetId)
      throw error
    } finally {
      release()
    }
  }

  /** Nobody changes the index meanwhile; its snapshot is written in the background. */
  async function keep(datasetId: string, index: ItemIndex): Promise<void> {
    const sections: Section[] = []
    for (const section of index.keep()) {
      sections.push(section)
      await breath()
    }
    // An index that cannot be stored is built again.
    void storedIndexes.write(datasetId, sections).catch(() => undefined)
  }

  function forgetOldest(needed: string): void {
    let retainedCount = [...indexes.values()].reduce((sum, { index }) => sum + index.size(), 0)
    for (const [datasetId, { index }] of indexes) {
      if (retainedCount <= maxIndexedImages || datasetId === needed) break
      indexes.delete(datasetId)
      retainedCount -= index.size()
    }
  }

  return { indexOf, using }
}

function pageOf(match: Uint32Array, from: Start, limit: number, index: ItemIndex): NumberedPage | undefined {
  const cut = (start: number, end: number) => ({ numbers: [...match.subarray(start, end)], start, total: match.length })
  if ('offset' in from) {
    const start = Math.min(from.offset, match.length)
    return cut(start, start + limit)
  }
  const rank = index.rankOf('after' in from ? from.after : from.before)
  if (rank === 0) return undefined
  const position = firstAtRank(match, 'after' in from ? rank + 1 : rank, index.rankOf)
  return 'after' in from ? cut(position, position + limit) : cut(Math.max(0, position - limit), position)
}

/** 0 for none. */
function neighboursOf(match: Uint32Array, number: number, index: ItemIndex) {
  const rank = index.rankOf(number)
  const following = firstAtRank(match, rank + 1, index.rankOf)
  const offset = following - (match[following - 1] === number ? 1 : 0)
  const neighbours = { previous: match[offset - 1] ?? 0, next: match[following] ?? 0 }
  return { position: rank, total: index.size(), offset, ...neighbours }
}

const notOurs = () => fail('request.invalid', { detail: 'the cursor does not belong to this list' })

function writeCursor(go: 'after' | 'before', number: number): string {
  return Buffer.from(JSON.stringify([go, number])).toString('base64url')
}

function parseCursor(cursor: string): Start {
  try {
    const [go, number] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [unknown, unknown]
    if (typeof number === 'number' && go === 'after') return { after: number }
    if (typeof number === 'number' && go === 'before') return { before: number }
  } catch {
    // A foreign cursor is refused below.
  }
  throw notOurs()
}
