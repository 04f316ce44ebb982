import { setImmediate as breath } from 'node:timers/promises'
import { itemStatuses, splits, type ItemFilter } from '@vermilion/contract/datasets/items'
import { foldCase } from '#platform/database/fold-case'
import { columnsFrom, createColumns } from './columns.ts'
import { askAll, askFew, conditionsOf, type Condition } from './conditions.ts'
import type { StoredIndexes } from './stored-indexes.ts'
import { createPaths } from './paths.ts'
import type { FactReader } from './fact-reader.ts'
import type { Section, SectionReader } from './sections.ts'

const changesAtOnce = 1_000
/** Milliseconds that other work waits at most. */
const turn = 6
const betweenLooks = 4_096
const resultsKept = 50
/** Where more have changed, what was found is looked for anew. */
const patchedAtMost = 16
const numbersKept = 8_000_000

interface Result {
  stamp: number
  numbers: Uint32Array
  /** Undefined where words or content were looked for. */
  readonly filter: ItemFilter | undefined
}

export type ItemIndex = ReturnType<typeof createItemIndex>

/** What stored item indexes must agree with: numbers in them are positions in these lists. Another layout counts it up. */
const form = JSON.stringify([1, itemStatuses, splits])

interface Head {
  readonly form: string
  readonly stamp: number
  readonly length: number
  readonly last: string
}

/**
 * All images of a dataset in their order, with what lists look at. It follows the database when it is asked to. What was
 * kept of it is gone on from where there is any.
 */
export function createItemIndex(reader: FactReader, datasetId: string, retained: Pick<StoredIndexes, 'read'>) {
  let columns = createColumns(0)
  let paths = createPaths()
  let order = new Uint32Array()
  /** Place in the order by number, from 1 on; 0 where there is no such image. */
  let ranks = new Uint32Array()
  let length = 0
  let last = ''
  let stamp = -1
  let isLoaded = false
  /** Up to which change it is kept; -1 for nothing. */
  let keptTo = -1
  const results = new Map<string, Result>()

  async function readOrder(highest: number): Promise<void> {
    const [freshPaths, freshOrder] = [createPaths(), new Uint32Array(highest + 1_024)]
    const freshRanks = new Uint32Array(highest + 1_024)
    let [count, end] = [0, '']
    for await (const { some, last: lastOfThem } of reader.inOrder(datasetId)) {
      // What has come since is taken over with the changes.
      const existing = some.filter(({ number }) => number < freshRanks.length)
      for (const { number } of existing) {
        freshOrder[count] = number
        freshRanks[number] = ++count
      }
      freshPaths.append(existing.map(({ path }) => path))
      end = lastOfThem
    }
    ;[paths, order, ranks, length, last] = [freshPaths, freshOrder, freshRanks, count, end]
  }

  async function restore(sections: SectionReader, now: number): Promise<boolean> {
    const head = JSON.parse((await sections.texts())[0]?.[0] ?? '{}') as Partial<Head>
    if (head.form !== form || head.stamp === undefined || head.stamp > now) return false
    const facts = await columnsFrom(sections)
    const [orderRead, ranksRead] = [await sections.bytes(), await sections.bytes()]
    const parts = (await sections.texts()).flat()
    columns = facts
    ;[order, ranks] = [new Uint32Array(orderRead), new Uint32Array(ranksRead)]
    ;[stamp, length, last] = [head.stamp, head.length ?? 0, head.last ?? '']
    paths = createPaths(parts, length)
    keptTo = stamp
    return true
  }

  async function load(): Promise<void> {
    const now = await reader.stamp(datasetId)
    isLoaded = (await retained.read(datasetId, (sections) => restore(sections, now))) === true
    if (isLoaded) return
    stamp = await reader.stamp(datasetId)
    const highest = await reader.highest(datasetId)
    columns = createColumns(highest)
    for await (const some of reader.all(datasetId, highest)) for (const facts of some) columns.set(facts)
    await readOrder(highest)
    isLoaded = true
  }

  /** An image that comes behind all others, as most do; false where it comes elsewhere. */
  function append(number: number, sortKey: string, path: string): boolean {
    if (sortKey <= last) return false
    if (number >= ranks.length || length >= order.length) {
      const [wideOrder, wideRanks] = [new Uint32Array(length * 2 + 1_024), new Uint32Array(number * 2 + 1_024)]
      wideOrder.set(order.subarray(0, length))
      wideRanks.set(ranks)
      ;[order, ranks] = [wideOrder, wideRanks]
    }
    order[length] = number
    ranks[number] = ++length
    last = sortKey
    paths.append([path])
    return true
  }

  /** Takes over what has changed. */
  async function follow(): Promise<void> {
    if (!isLoaded) await load()
    const previous = stamp
    const numbers = new Set<number>()
    let isGrown = false
    for (let isBehind = (await reader.stamp(datasetId)) > stamp; isBehind;) {
      const changed = await reader.changed(datasetId, stamp, changesAtOnce)
      let isOutOfOrder = false
      for (const { place, path, ...facts } of changed) {
        columns.set(facts)
        numbers.add(facts.number)
        stamp = Math.max(stamp, facts.stamp)
      }
      const fresh = changed.filter(({ number }) => (ranks[number] ?? 0) === 0)
      isGrown ||= fresh.length > 0
      for (const { number, place, path } of fresh.toSorted((one, other) => (one.place < other.place ? -1 : 1)))
        isOutOfOrder = !append(number, place, path) || isOutOfOrder
      if (isOutOfOrder) await readOrder(await reader.highest(datasetId))
      isBehind = changed.length === changesAtOnce
      if (isBehind) await breath()
    }
    if (stamp > previous && !isGrown && numbers.size <= patchedAtMost) patch(previous, numbers)
  }

  /** Takes a few changed images into what was found before, or out of it. */
  function patch(previous: number, changed: ReadonlySet<number>): void {
    for (const result of results.values()) {
      if (result.stamp !== previous || result.filter === undefined) continue
      const conditions = conditionsOf(result.filter, columns, askFew)
      for (const number of changed) {
        const isIn = conditions.every((condition) => condition(number))
        result.numbers = withNumber(result.numbers, number, isIn, ranks)
      }
      result.stamp = stamp
    }
  }

  /** Numbers in order that fit. Others get their turn in between. */
  async function look(conditions: readonly Condition[], candidates: Iterable<number> | undefined) {
    const match = new Uint32Array(length)
    let count = 0
    let since = performance.now()
    let looked = 0
    const [all, size] = [order, length]
    const test = (number: number) => {
      for (const condition of conditions) if (!condition(number)) return
      match[count++] = number
    }
    const rest = async () => {
      if (performance.now() - since < turn) return
      await breath()
      since = performance.now()
    }
    if (candidates === undefined) {
      for (let index = 0; index < size; index += 1) {
        test(all[index]!)
        if (++looked % betweenLooks === 0) await rest()
      }
    } else {
      for (const index of candidates) {
        if (index < size) test(all[index]!)
        if (++looked % betweenLooks === 0) await rest()
      }
    }
    return match.slice(0, count)
  }

  function* placesWith(words: string): Generator<number> {
    for (let part = 0; part < paths.partCount(); part += 1) yield* paths.search(part, words)
  }

  async function placesOf(checksum: string): Promise<number[]> {
    const numbers = await reader.withChecksum(datasetId, checksum)
    return numbers.flatMap((number) => (ranks[number] ? [ranks[number] - 1] : [])).toSorted((a, b) => a - b)
  }

  function keep(key: string, numbers: Uint32Array, filter: ItemFilter | undefined): void {
    results.delete(key)
    results.set(key, { stamp, numbers, filter })
    let retainedCount = [...results.values()].reduce((sum, result) => sum + result.numbers.length, 0)
    for (const [oldest, result] of results) {
      if (results.size <= resultsKept && retainedCount <= numbersKept) break
      if (oldest === key) break
      results.delete(oldest)
      retainedCount -= result.numbers.length
    }
  }

  return {
    follow,
    isLoaded: () => isLoaded,
    size: () => length,
    /** Changes since it was kept, at most. */
    unkept: () => stamp - keptTo,

    /** What `kept` reads it from, part by part; belongs behind `follow`, without a change in between. */
    *keep(): Generator<Section> {
      keptTo = stamp
      yield [JSON.stringify({ form, stamp, length, last } satisfies Head)]
      yield* columns.keep()
      yield order.slice()
      yield ranks.slice()
      yield paths.keep()
    },

    /** 1-based; 0 where there is no such image. */
    rankOf: (number: number) => ranks[number] ?? 0,

    /** Numbers of the images that fit, in order. Belongs behind `follow`. */
    async find({ search = '', checksum, ...filter }: ItemFilter): Promise<Uint32Array> {
      const request = Object.entries({ ...filter, search, checksum }).filter(
        ([, value]) => value !== undefined && value !== '',
      )
      if (request.length === 0) return order.subarray(0, length)
      const key = JSON.stringify(request.toSorted(([one], [other]) => (one < other ? -1 : 1)))
      const existing = results.get(key)
      if (existing !== undefined && existing.stamp === stamp) return existing.numbers
      const conditions = conditionsOf(filter, columns, askAll)
      const words = foldCase(search)
      let candidates: Iterable<number> | undefined = words === '' ? undefined : placesWith(words)
      if (checksum !== undefined) {
        const named = words === '' ? undefined : new Set(placesWith(words))
        const indices = await placesOf(checksum.toLowerCase())
        candidates = named === undefined ? indices : indices.filter((index) => named.has(index))
      }
      const numbers = await look(conditions, candidates)
      keep(key, numbers, candidates === undefined ? filter : undefined)
      return numbers
    },
  }
}

/** Numbers in the order of their ranks, with one more or without it. */
function withNumber(numbers: Uint32Array, number: number, isIn: boolean, ranks: Uint32Array): Uint32Array {
  const rank = ranks[number] ?? 0
  let [from, end] = [0, numbers.length]
  while (from < end) {
    const middle = (from + end) >>> 1
    if ((ranks[numbers[middle] ?? 0] ?? 0) < rank) from = middle + 1
    else end = middle
  }
  const isThere = numbers[from] === number
  if (isThere === isIn) return numbers
  const changed = new Uint32Array(numbers.length + (isIn ? 1 : -1))
  changed.set(numbers.subarray(0, from))
  if (isIn) changed[from] = number
  changed.set(numbers.subarray(isIn ? from : from + 1), from + (isIn ? 1 : 0))
  return changed
}
