import { setImmediate as breath } from 'node:timers/promises'
import type { ItemFilter } from '@vermilion/contract/datasets/items'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Page } from '@vermilion/contract/kernel/page'
import type { Database } from '#platform/database/database'
import { createMutex, type Mutex } from '#platform/mutex'
import { storedOf, type StoredItem } from '../items/item-row.ts'
import type { KeptRolls } from './kept-rolls.ts'
import { createFactReader } from './read.ts'
import { createRoll, type Roll } from './item-index.ts'
import type { Section } from './sections.ts'
import { createUnread, type Shown, type Start } from './unread.ts'

/** Images of all rolls together that are kept in memory. */
const mostKept = 4_000_000
/** A dataset of fewer images is read within a blink: nobody need be answered meanwhile. */
const smallest = 20_000

/**
 * So many changes, and this part of a dataset's images, are soon followed after a start; where more have changed, what is
 * kept is written anew.
 */
const changesUnkept = 20_000
const partUnkept = 1 / 5

interface Asked {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly offset?: number | undefined
}

export type FoundItems = ReturnType<typeof createFoundItems>

/** Finds images of datasets, a million as soon as ten: what lists look at stays in memory and follows every change. */
export function createFoundItems(
  database: Database,
  kept: KeptRolls,
  readAtOnce = smallest,
  unkeptAtMost = changesUnkept,
) {
  const reader = createFactReader(database)
  const unread = createUnread(database)
  const rolls = new Map<string, { readonly roll: Roll; readonly turn: Mutex }>()

  /** The roll of a dataset, which is read only when it is used. */
  function rollOf(datasetId: string) {
    const known = rolls.get(datasetId) ?? { roll: createRoll(reader, datasetId, kept), turn: createMutex() }
    rolls.delete(datasetId)
    rolls.set(datasetId, known)
    return known
  }

  /**
   * Whether all images are asked for of a dataset whose roll takes seconds to read, and is not there: it is read from
   * now on, and the answer comes from the database meanwhile.
   */
  async function isUnread(datasetId: string, filter: ItemFilter): Promise<boolean> {
    if (Object.values(filter).some((value) => value !== undefined && value !== '')) return false
    if (rollOf(datasetId).roll.isLoaded() || (await reader.highest(datasetId)) < readAtOnce) return false
    // Whoever asks with a filter is told why it cannot be read.
    void using(datasetId, async () => undefined).catch(() => undefined)
    return true
  }

  /** Does something with a roll that is up to date, and that nobody changes meanwhile. */
  async function using<Result>(datasetId: string, work: (roll: Roll) => Promise<Result>): Promise<Result> {
    const known = rollOf(datasetId)
    const release = await known.turn()
    try {
      await known.roll.follow()
      forgetOldest(datasetId)
      const result = await work(known.roll)
      const size = known.roll.size()
      if (size >= readAtOnce && known.roll.unkept() >= Math.max(unkeptAtMost, size * partUnkept))
        await keep(datasetId, known.roll)
      return result
    } catch (error) {
      rolls.delete(datasetId)
      throw error
    } finally {
      release()
    }
  }

  /** Takes what is to be kept of a roll that nobody changes meanwhile; it is written while others go on. */
  async function keep(datasetId: string, roll: Roll): Promise<void> {
    const sections: Section[] = []
    for (const section of roll.keep()) {
      sections.push(section)
      await breath()
    }
    // What cannot be kept is gathered again.
    void kept.write(datasetId, sections).catch(() => undefined)
  }

  function forgetOldest(needed: string): void {
    let kept = [...rolls.values()].reduce((sum, { roll }) => sum + roll.size(), 0)
    for (const [datasetId, { roll }] of rolls) {
      if (kept <= mostKept || datasetId === needed) break
      rolls.delete(datasetId)
      kept -= roll.size()
    }
  }

  async function rowsOf(datasetId: string, numbers: readonly number[]): Promise<StoredItem[]> {
    if (numbers.length === 0) return []
    const rows = new Map((await reader.byNumbers(datasetId, numbers)).map((row) => [row.number, row]))
    return numbers.flatMap((number) => {
      const row = rows.get(number)
      return row === undefined ? [] : [storedOf(row)]
    })
  }

  return {
    /** Fails as `request.invalid` on a cursor that is none. */
    async page(datasetId: string, filter: ItemFilter, { limit, cursor, offset = 0 }: Asked): Promise<Page<StoredItem>> {
      const from: Start = cursor === undefined ? { offset } : parseCursor(cursor)
      const shown = (await isUnread(datasetId, filter))
        ? await unread.page(datasetId, from, limit)
        : await using(datasetId, async (roll) => pageOf(await roll.find(filter), from, limit, roll))
      if (shown === undefined) throw notOurs()
      const { numbers, start, total } = shown
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
        return [...found.subarray(start, start + limit)]
      })
      return rowsOf(datasetId, numbers)
    },

    /** Where an image stands among all, and its neighbours among those that fit. */
    async around(datasetId: string, number: number, filter: ItemFilter) {
      const seen = (await isUnread(datasetId, filter))
        ? await unread.around(datasetId, number)
        : await using(datasetId, async (roll) => neighboursOf(await roll.find(filter), number, roll))
      const { position, total, previous, next } = seen ?? { position: 0, total: 0, previous: 0, next: 0 }
      const rows = new Map((await reader.byNumbers(datasetId, [previous, next])).map((row) => [row.number, row.id]))
      return { position, total, previousId: rows.get(previous) ?? null, nextId: rows.get(next) ?? null }
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

/** Undefined where the page is to begin at an image that is none. */
function pageOf(found: Uint32Array, from: Start, limit: number, roll: Roll): Shown | undefined {
  const cut = (start: number, end: number) => ({ numbers: [...found.subarray(start, end)], start, total: found.length })
  if ('offset' in from) {
    const start = Math.min(from.offset, found.length)
    return cut(start, start + limit)
  }
  const rank = roll.rankOf('after' in from ? from.after : from.before)
  if (rank === 0) return undefined
  const place = firstFrom(found, 'after' in from ? rank + 1 : rank, roll)
  return 'after' in from ? cut(place, place + limit) : cut(Math.max(0, place - limit), place)
}

/** Where an image stands among all, and the numbers beside it among those that fit; 0 for none. */
function neighboursOf(found: Uint32Array, number: number, roll: Roll) {
  const rank = roll.rankOf(number)
  const following = firstFrom(found, rank + 1, roll)
  const previous = following - (found[following - 1] === number ? 2 : 1)
  return { position: rank, total: roll.size(), previous: found[previous] ?? 0, next: found[following] ?? 0 }
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
    // Not a cursor of ours: refused below.
  }
  throw notOurs()
}
