import type { Expression, SqlBool } from 'kysely'
import type { Database } from '#platform/database/database'
import type { FileRow } from '../store.ts'
import { createAnchors } from './anchors.ts'
import type { Candidates } from './candidates.ts'
import { createNumberLists } from './number-lists.ts'
import { createPicking } from './picking.ts'
import type { Order, Place } from './orders.ts'
import type { Rows } from './rows.ts'
import type { Scope } from './scope.ts'
import { createSets } from './sets.ts'
import type { createVersions } from './versions.ts'

export interface Bounds {
  /** So many candidates are looked at one by one. */
  readonly candidates: number
  /** So many files are looked at before anything is known about them. */
  readonly scanned: number
  /** So many files are stepped over. */
  readonly skipped: number
  /** Files from one anchor to the next. */
  readonly step: number
  /** Numbers read at once: what parsing them costs stays below what the event loop may be held for. */
  readonly numbers: number
  /** Numbers among which members of a set are looked for at once. */
  readonly span: number
  /** Candidates read at once, in their order. */
  readonly batch: number
}

export interface FileList {
  readonly spaceId: string
  /** Names the place that is listed, and what is asked of files there. */
  readonly key: string
  readonly filterKey: string
  readonly scope: Scope
  /** None: every file of the place. */
  readonly conditions: readonly Expression<SqlBool>[]
  readonly candidates: Candidates | undefined
}

interface Needs {
  readonly database: Database
  readonly rows: Rows
  readonly versions: ReturnType<typeof createVersions>
  readonly bounds: Bounds
}

/**
 * Finds the files of a page in the cheapest way there is: from the nearest anchor, out of few candidates, by looking at
 * a few files, among the candidates in order, by the numbers of all that fit.
 */
export function createWindows({ database, rows, versions, bounds }: Needs) {
  const anchors = createAnchors(database, bounds.step)
  const lists = createNumberLists(rows, bounds.numbers)
  const pick = createPicking(rows, lists, bounds.batch)
  const setOf = createSets(rows, bounds.span)

  const narrowingOf = ({ scope, conditions }: FileList, order: Order) => [...scope.narrowing(order), ...conditions]

  async function isFew(candidates: Candidates | undefined): Promise<boolean> {
    if (candidates === undefined) return false
    return (await rows.countCandidates(candidates, bounds.candidates + 1)) <= bounds.candidates
  }

  /** Every file of a whole folder or space. */
  async function wholeAt({ spaceId, key, scope }: FileList, order: Order, offset: number, limit: number) {
    const { indexed } = scope
    const whole = { order, conditions: [indexed] }
    if (offset <= bounds.skipped) return rows.read(whole, limit, offset)
    const found = await versions.unchanged(spaceId, async (version) => {
      // Where many files have one value, a step from one of them goes over all of them: there the numbers are kept.
      if (order.column !== 'sortKey' && order.column !== 'number') {
        return rows.byNumbers(await lists.slice({ key, version, wanted: whole }, offset, limit))
      }
      const anchor = await anchors.before({ key, indexed, order }, version, offset)
      if (anchor === undefined) return rows.read(whole, limit, offset)
      const rest = offset - anchor.files
      // Beyond the last anchor there is less than a step.
      if (rest > 2 * bounds.step) return []
      return rows.read({ ...whole, after: anchor.place }, limit, rest)
    })
    return found ?? rows.read(whole, limit, offset)
  }

  /** Files that fit, from a place or a position on. */
  async function narrowed(list: FileList, order: Order, start: { place?: Place; offset?: number }, limit: number) {
    const { spaceId, key, scope, candidates, filterKey } = list
    const { place, offset = 0 } = start
    const narrowing = narrowingOf(list, order)
    const wanted = { order, conditions: [scope.indexed, ...narrowing], after: place }
    if (await isFew(candidates)) return rows.read({ ...wanted, candidates }, limit, offset)
    if (offset <= bounds.skipped) {
      const some = await rows.readSome(
        { ...wanted, conditions: [scope.indexed] },
        narrowing,
        bounds.scanned,
        offset + limit,
      )
      if (some.length === offset + limit) return some.slice(offset)
    }
    // Where a few are passed over for not being what they seem, nobody knows how many come before a position.
    const proposed = candidates !== undefined && offset === 0
    const conditions = proposed ? undefined : [scope.indexed, ...scope.narrowing(byArrival), ...list.conditions]
    const found = await versions.unchanged(spaceId, async (version) => {
      const set = await setOf(`${proposed ? spaceId : key} ${filterKey}`, version, { candidates, conditions })
      const all = { order, conditions: [scope.indexed] }
      return pick({ key, version, all, set, conditions: proposed ? narrowing : [], offset, after: place?.[1] }, limit)
    })
    return found ?? rows.read(wanted, limit, offset)
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
