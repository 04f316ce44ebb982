import { setImmediate as breath } from 'node:timers/promises'
import { itemStatuses, type ItemFilter } from '@vermilion/contract/datasets/items'
import { splits } from '@vermilion/contract/datasets/kinds'
import { foldCase } from '#platform/database/fold-case'
import { type Columns, columnsFrom, createColumns } from './columns.ts'
import { askAll, type Condition, conditionsOf, type IndexFilter } from './conditions.ts'
import type { FactReader } from './fact-reader.ts'
import { findMatches } from './find-matches.ts'
import { createItemOrder, type ItemOrder } from './item-order.ts'
import { createQueryResults } from './query-results.ts'
import type { Section, SectionReader } from './sections.ts'
import type { StoredIndexes } from './stored-indexes.ts'

const changesAtOnce = 1_000
/** After more changes than this, results are computed again. */
const patchedAtMost = 16

export type ItemIndex = ReturnType<typeof createItemIndex>

/** The layout of stored item indexes, whose numbers are positions in these lists. Count it up for another layout. */
const form = JSON.stringify([3, itemStatuses, splits])

interface Head {
  readonly form: string
  readonly stamp: number
  readonly length: number
  readonly last: string
}

/** It follows the database on request and resumes from its stored form. */
export function createItemIndex(reader: FactReader, datasetId: string, storedIndexes: Pick<StoredIndexes, 'read'>) {
  const order = createItemOrder(reader, datasetId)
  const results = createQueryResults()
  let columns = createColumns(0)
  let stamp = -1
  let isLoaded = false
  /** The stored stamp; -1 for none. */
  let storedStamp = -1

  async function load(): Promise<void> {
    const now = await reader.stamps(datasetId)
    const retained = await storedIndexes.read(datasetId, (sections) => restore(sections, order, now))
    if (retained !== undefined) {
      ;({ columns, stamp } = retained)
      storedStamp = stamp
      isLoaded = true
      return
    }
    isLoaded = false
    stamp = (await reader.stamps(datasetId)).last
    const highest = await reader.highest(datasetId)
    columns = createColumns(highest)
    for await (const some of reader.all(datasetId, highest)) for (const facts of some) columns.set(facts)
    await order.read(highest)
    isLoaded = true
  }

  async function follow(): Promise<void> {
    // After a removal, numbers and order are read again.
    let now = await reader.stamps(datasetId)
    if (!isLoaded || now.removedAt > stamp) {
      await load()
      now = await reader.stamps(datasetId)
    }
    const previous = stamp
    const numbers = new Set<number>()
    let isGrown = false
    for (let isBehind = now.last > stamp; isBehind;) {
      const changed = await reader.changed(datasetId, stamp, changesAtOnce)
      let isOutOfOrder = false
      for (const { place, path, ...facts } of changed) {
        columns.set(facts)
        numbers.add(facts.number)
        stamp = Math.max(stamp, facts.stamp)
      }
      const fresh = changed.filter(({ number }) => (order.ranks()[number] ?? 0) === 0)
      isGrown ||= fresh.length > 0
      for (const { number, place, path } of fresh.toSorted((one, other) => (one.place < other.place ? -1 : 1)))
        isOutOfOrder = !order.append(number, place, path) || isOutOfOrder
      if (isOutOfOrder) await order.read(await reader.highest(datasetId))
      isBehind = changed.length === changesAtOnce
      if (isBehind) await breath()
    }
    if (stamp > previous && !isGrown && numbers.size <= patchedAtMost)
      results.patch(numbers, { from: previous, to: stamp, columns, ranks: order.ranks() })
  }

  return {
    follow,
    isLoaded: () => isLoaded,
    size: order.size,
    /** An upper bound of the changes since it was stored. */
    unstoredChanges: () => stamp - storedStamp,

    /** The sections that `storedIndexes` stores; call it after `follow` without changes in between. */
    *keep(): Generator<Section> {
      storedStamp = stamp
      yield [JSON.stringify({ form, stamp, length: order.size(), last: order.last() } satisfies Head)]
      yield* columns.keep()
      yield* order.keep()
    },

    /** 1-based; 0 for an unknown image. */
    rankOf: (number: number) => order.ranks()[number] ?? 0,

    /** Numbers of matching images, in order. Call it after `follow`. */
    async find(request: ItemFilter): Promise<Uint32Array> {
      const filter = await withInherited(request, datasetId, reader)
      const key = keyOf(filter)
      if (key === undefined) return order.numbers()
      const existing = results.find(key, stamp)
      if (existing !== undefined) return existing
      const generated = await wasGenerated(filter, columns, reader)
      const conditions = [...conditionsOf(filter, columns, askAll), ...generated]
      const candidates = candidatesIn(order, filter, await reader.withContent(datasetId, filter))
      const numbers = await findMatches(order.numbers(), conditions, candidates)
      const isPatched = candidates === undefined && generated.length === 0
      results.keep(key, { stamp, numbers, filter: isPatched ? filter : undefined })
      return numbers
    },
  }
}

async function restore(
  sections: SectionReader,
  order: ItemOrder,
  now: { last: number; removedAt: number },
): Promise<{ columns: Columns; stamp: number } | undefined> {
  const head = JSON.parse((await sections.texts())[0]?.[0] ?? '{}') as Partial<Head>
  const { stamp, length = 0, last = '' } = head
  if (head.form !== form || stamp === undefined || stamp > now.last || stamp < now.removedAt) return undefined
  const columns = await columnsFrom(sections)
  const putInUse = await order.restore(sections, length, last)
  putInUse()
  return { columns, stamp }
}

/** Decides whether a filter by assignment also matches images that inherit their dataset's. */
async function withInherited(filter: ItemFilter, datasetId: string, reader: FactReader): Promise<IndexFilter> {
  const names = (['assignee', 'assignedReviewer'] as const).filter((name) => filter[name])
  if (names.length === 0) return filter
  const usual = await reader.assignmentOf(datasetId)
  return { ...filter, inherited: names.filter((name) => usual?.[name] === filter[name]) }
}

async function wasGenerated(filter: ItemFilter, columns: Columns, reader: FactReader): Promise<Condition[]> {
  const lineages = await reader.lineagesOf(filter)
  return lineages === undefined ? [] : [(number) => lineages.has(columns.lineage(number))]
}

function candidatesIn(
  order: ItemOrder,
  { search = '' }: ItemFilter,
  withContent: readonly number[] | undefined,
): Iterable<number> | undefined {
  const searched = foldCase(search)
  if (withContent === undefined) return searched === '' ? undefined : order.positionsWith(searched)
  const named = searched === '' ? undefined : new Set(order.positionsWith(searched))
  const positions = order.positionsOf(withContent)
  return named === undefined ? positions : positions.filter((position) => named.has(position))
}

function keyOf(filter: object): string | undefined {
  const entries = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '')
  if (entries.length === 0) return undefined
  return JSON.stringify(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
