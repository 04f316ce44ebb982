import type { ItemFilter } from '@vermilion/contract/dataset-items'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Page } from '@vermilion/contract/kernel/page'
import type { Database } from '#platform/database/database'
import { createMutex, type Mutex } from '#platform/mutex'
import { storedOf, type StoredItem } from '../item-row.ts'
import { createFactReader } from './read.ts'
import { createRoll, type Roll } from './roll.ts'

/** Images of all rolls together that are kept in memory. */
const mostKept = 4_000_000

interface Asked {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly offset?: number | undefined
}

export type FoundItems = ReturnType<typeof createFoundItems>

/** Finds images of datasets, a million as soon as ten: what lists look at stays in memory and follows every change. */
export function createFoundItems(database: Database) {
  const reader = createFactReader(database)
  const rolls = new Map<string, { readonly roll: Roll; readonly turn: Mutex }>()

  /** Does something with a roll that is up to date, and that nobody changes meanwhile. */
  async function using<Result>(datasetId: string, work: (roll: Roll) => Promise<Result>): Promise<Result> {
    const known = rolls.get(datasetId) ?? { roll: createRoll(reader, datasetId), turn: createMutex() }
    rolls.delete(datasetId)
    rolls.set(datasetId, known)
    const release = await known.turn()
    try {
      await known.roll.follow()
      forgetOldest(datasetId)
      return await work(known.roll)
    } catch (error) {
      rolls.delete(datasetId)
      throw error
    } finally {
      release()
    }
  }

  function forgetOldest(needed: string): void {
    let kept = [...rolls.values()].reduce((sum, { roll }) => sum + roll.size(), 0)
    for (const [datasetId, { roll }] of rolls) {
      if (kept <= mostKept || datasetId === needed) break
      rolls.delete(datasetId)
      kept -= roll.size()
    }
  }

  async function rowsOf(datasetId: string, numbers: Uint32Array): Promise<StoredItem[]> {
    if (numbers.length === 0) return []
    const rows = new Map((await reader.byNumbers(datasetId, [...numbers])).map((row) => [row.number, row]))
    return [...numbers].flatMap((number) => {
      const row = rows.get(number)
      return row === undefined ? [] : [storedOf(row)]
    })
  }

  return {
    /** Fails as `request.invalid` on a cursor that is none. */
    async page(datasetId: string, filter: ItemFilter, asked: Asked): Promise<Page<StoredItem>> {
      const [numbers, start, total] = await using(datasetId, async (roll) => {
        const found = await roll.find(filter)
        const [from, end] = rangeOf(found, asked, roll)
        return [found.slice(from, end), from, found.length] as const
      })
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
      using(datasetId, async (roll) => (await roll.find(filter)).length),

    /** The first images after one (0 is before all) that fit. */
    async following(datasetId: string, number: number, filter: ItemFilter, limit: number): Promise<StoredItem[]> {
      const numbers = await using(datasetId, async (roll) => {
        const found = await roll.find(filter)
        const start = number === 0 ? 0 : firstFrom(found, roll.rankOf(number) + 1, roll)
        return found.slice(start, start + limit)
      })
      return rowsOf(datasetId, numbers)
    },

    /** Where an image stands among all, and its neighbours among those that fit. */
    async around(datasetId: string, number: number, filter: ItemFilter) {
      const [position, total, neighbours] = await using(datasetId, async (roll) => {
        const rank = roll.rankOf(number)
        const found = await roll.find(filter)
        const next = firstFrom(found, rank + 1, roll)
        const isIn = found[next - 1] === number
        const previous = next - (isIn ? 2 : 1)
        return [rank, roll.size(), [found[previous] ?? 0, found[next] ?? 0]] as const
      })
      const rows = new Map((await reader.byNumbers(datasetId, neighbours)).map((row) => [row.number, row.id]))
      const [previousId = null, nextId = null] = neighbours.map((each) => rows.get(each))
      return { position, total, previousId, nextId }
    },
  }
}

/** The place in a list of the first image that has at least a rank. */
function firstFrom(found: Uint32Array, rank: number, roll: Roll): number {
  let [from, before] = [0, found.length]
  while (from < before) {
    const middle = (from + before) >>> 1
    if (roll.rankOf(found[middle]!) < rank) from = middle + 1
    else before = middle
  }
  return from
}

/** Where a page begins and ends. */
function rangeOf(found: Uint32Array, { limit, cursor, offset }: Asked, roll: Roll): [number, number] {
  const from = (start: number): [number, number] => [start, start + limit]
  if (cursor === undefined) return from(Math.min(offset ?? 0, found.length))
  const { go, number } = parseCursor(cursor)
  const rank = roll.rankOf(number)
  if (rank === 0) throw notOurs()
  if (go === 'after') return from(firstFrom(found, rank + 1, roll))
  const end = firstFrom(found, rank, roll)
  return [Math.max(0, end - limit), end]
}

const notOurs = () => fail('request.invalid', { detail: 'the cursor does not belong to this list' })

function writeCursor(go: 'after' | 'before', number: number): string {
  return Buffer.from(JSON.stringify([go, number])).toString('base64url')
}

function parseCursor(cursor: string): { go: 'after' | 'before'; number: number } {
  try {
    const [go, number] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [unknown, unknown]
    if ((go === 'after' || go === 'before') && typeof number === 'number') return { go, number }
  } catch {
    // Not a cursor of ours: refused below.
  }
  throw notOurs()
}
