import type { Expression, SqlBool } from 'kysely'
import type { FileRow } from '../store.ts'
import type { Candidates } from './candidates.ts'
import { createNumberLists } from './number-lists.ts'
import { createPicking } from './picking.ts'
import { reversed } from './orders.ts'
import type { Order, Place } from './orders.ts'
import { createRemembered } from './remembered.ts'
import type { Rows } from './rows.ts'
import type { Scope } from './scope.ts'
import { createSets } from './sets.ts'
import type { Versions } from './versions.ts'

const mostFutile = 500

export interface Bounds {
  /** So many candidates are looked at one by one. */
  readonly candidates: number
  /** So many files are looked at before anything is known about them. */
  readonly scanned: number
  /** So many files are stepped over. */
  readonly skipped: number
  /** Numbers read at once: what parsing them costs stays below what the event loop may be held for. */
  readonly numbers: number
  /** Numbers among which members of a set are looked for at once. */
  readonly span: number
  /** Candidates read at once, in their order. */
  readonly batch: number
}

export interface FileList {
  readonly spaceId: string
  /** Of the space's files, before anything was read of them. */
  readonly version: number
  /** Names the place that is listed, and what is asked of files there. */
  readonly key: string
  readonly filterKey: string
  readonly scope: Scope
  /** None: every file of the place. */
  readonly conditions: readonly Expression<SqlBool>[]
  readonly candidates: Candidates | undefined
}

interface Sought {
  readonly order: Order
  readonly narrowing: readonly Expression<SqlBool>[]
  readonly after: Place | undefined
}

interface Needs {
  readonly rows: Rows
  readonly versions: Versions
  readonly bounds: Bounds
}

/**
 * Finds the files of a page in the cheapest way there is: by their numbers in order, by steps from the nearer end, out of
 * few candidates, by looking at a few files, among the candidates in order.
 */
export function createWindows({ rows, versions, bounds }: Needs) {
  const lists = createNumberLists(rows, versions, bounds.numbers)
  const pick = createPicking(rows, lists, bounds.batch)
  const setOf = createSets(rows, bounds.span)
  /** Lists in which neither few fit nor many of the first ones: the next page need not try again. */
  const futile = createRemembered<true>(mostFutile, () => 1)

  const narrowingOf = ({ scope, conditions }: FileList, order: Order) => [...scope.narrowing(order), ...conditions]

  async function isFew(candidates: Candidates | undefined): Promise<boolean> {
    if (candidates === undefined) return false
    return (await rows.countCandidates(candidates, bounds.candidates + 1)) <= bounds.candidates
  }

  /** Every file of a whole folder or space. */
  async function wholeAt(list: FileList, order: Order, offset: number, limit: number) {
    const steps = () => rows.read({ order, conditions: [list.scope.indexed] }, limit, offset)
    if (offset <= bounds.skipped) return steps()
    const found = await leap(list, order, offset, limit)
    return (await versions.of(list.spaceId)) === list.version ? found : steps()
  }

  /** What stands in the list in order; as long as that grows, steps from the nearer end. */
  async function leap({ spaceId, version, key, scope }: FileList, order: Order, offset: number, limit: number) {
    const count = Math.min(limit, scope.files - offset)
    if (count <= 0) return []
    const left = scope.files - offset - count
    const conditions = [scope.indexed]
    const wanted = { order: { ...order, descending: false }, conditions }
    // A descending list is the ascending one backwards.
    const numbers = lists.slice({ key, spaceId, version, wanted }, order.descending ? left : offset, count)
    if (numbers !== undefined) return rows.byNumbers(order.descending ? numbers.toReversed() : numbers)
    if (offset <= left) return rows.read({ order, conditions }, count, offset)
    return (await rows.read({ order: reversed(order), conditions }, count, left)).toReversed()
  }

  /** Files that fit, where few may, or many do among the first ones. */
  async function tried({ scope, candidates }: FileList, wanted: Sought, offset: number, limit: number) {
    const { narrowing, ...asked } = wanted
    if (await isFew(candidates)) {
      return rows.read({ ...asked, conditions: [scope.indexed, ...narrowing], candidates }, limit, offset)
    }
    if (offset > bounds.skipped) return undefined
    const some = await rows.readSome(
      { ...asked, conditions: [scope.indexed] },
      narrowing,
      bounds.scanned,
      offset + limit,
    )
    return some.length === offset + limit ? some.slice(offset) : undefined
  }

  /** Files that fit, from a place or a position on. */
  async function narrowed(list: FileList, order: Order, start: { place?: Place; offset?: number }, limit: number) {
    const { spaceId, key, scope, candidates, filterKey } = list
    const { place, offset = 0 } = start
    const narrowing = narrowingOf(list, order)
    // Where a few are passed over for not being what they seem, nobody knows how many come before a position.
    const proposed = candidates !== undefined && offset === 0
    const conditions = proposed ? undefined : [scope.indexed, ...scope.narrowing(byArrival), ...list.conditions]
    const setKey = `${proposed ? spaceId : key} ${filterKey}`
    const name = `${key} ${filterKey} ${order.column} ${order.descending}`
    if (futile.find(name, list.version) === undefined) {
      const found = await tried(list, { order, narrowing, after: place }, offset, limit)
      if (found !== undefined) return found
      if (offset <= bounds.skipped) futile.keep(name, list.version, true)
    }
    const found = await versions.unchanged(spaceId, async (version) => {
      const set = await setOf(setKey, version, { candidates, conditions })
      const all = { order, conditions: [scope.indexed] }
      return pick(
        {
          all: { key, spaceId, version, wanted: all },
          set,
          conditions: proposed ? narrowing : [],
          offset,
          after: place?.[1],
        },
        limit,
      )
    })
    return found ?? rows.read({ order, conditions: [scope.indexed, ...narrowing], after: place }, limit, offset)
  }

  return {
    /** From a place on. */
    after(list: FileList, order: Order, place: Place, limit: number): Promise<FileRow[]> {
      if (narrowingOf(list, order).length > 0) return narrowed(list, order, { place }, limit)
      return rows.read({ order, conditions: [list.scope.indexed], after: place }, limit)
    },
    /** From a position on. */
    at(list: FileList, order: Order, offset: number, limit: number): Promise<FileRow[]> {
      if (narrowingOf(list, order).length > 0) return narrowed(list, order, { offset }, limit)
      return wholeAt(list, order, offset, limit)
    },
  }
}

const byArrival = { column: 'number', descending: false } as const
