import type { Expression, SqlBool } from 'kysely'
import type { Database } from '#platform/database/database'
import type { FileRow } from '../store.ts'
import { createAnchors } from './anchors.ts'
import type { Candidates } from './candidates.ts'
import { createFrequent } from './frequent.ts'
import { createNumberLists } from './number-lists.ts'
import { beyond } from './orders.ts'
import type { Order, Place } from './orders.ts'
import type { Rows } from './rows.ts'
import type { Scope } from './scope.ts'
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
  const frequent = createFrequent(rows, lists, bounds.batch)

  const narrowingOf = ({ scope, conditions }: FileList, order: Order) => [...scope.narrowing(order), ...conditions]

  async function isFew(candidates: Candidates | undefined): Promise<boolean> {
    if (candidates === undefined) return false
    return (await rows.countCandidates(candidates, bounds.candidates + 1)) <= bounds.candidates
  }

  /** Every file of a whole folder or space. */
  async function wholeAt({ spaceId, key, scope }: FileList, order: Order, offset: number, limit: number) {
    const { indexed } = scope
    if (offset <= bounds.skipped) return rows.read({ order, conditions: [indexed] }, limit, offset)
    const found = await versions.unchanged(spaceId, async (version) => {
      const anchor = await anchors.before({ key, indexed, order }, version, offset)
      if (anchor === undefined) return rows.read({ order, conditions: [indexed] }, limit, offset)
      const rest = offset - anchor.files
      // Beyond the last anchor there is less than a step.
      if (rest > 2 * bounds.step) return []
      return rows.read({ order, conditions: [indexed, beyond(order, anchor.place)] }, limit, rest)
    })
    return found ?? rows.read({ order, conditions: [indexed] }, limit, offset)
  }

  /** The first files that fit, from a place on. */
  async function firstOf(list: FileList, order: Order, place: Place | undefined, limit: number): Promise<FileRow[]> {
    const { spaceId, key, scope, candidates, filterKey } = list
    const narrowing = narrowingOf(list, order)
    const from = place === undefined ? [scope.indexed] : [scope.indexed, beyond(order, place)]
    const all = { order, conditions: [...from, ...narrowing] }
    if (narrowing.length === 0) return rows.read(all, limit)
    if (await isFew(candidates)) return rows.read({ ...all, candidates }, limit)
    if (candidates === undefined) return rows.read(all, limit)
    const some = await rows.readSome({ order, conditions: from }, narrowing, bounds.scanned, limit)
    if (some.length === limit) return some
    const found = await versions.unchanged(spaceId, (version) =>
      frequent(
        {
          key,
          version,
          all: { order, conditions: [scope.indexed] },
          candidates,
          candidateKey: filterKey,
          narrowing,
          after: place?.[1],
        },
        limit,
      ),
    )
    return found ?? rows.read(all, limit)
  }

  return {
    after: firstOf,

    async at(list: FileList, order: Order, offset: number, limit: number): Promise<FileRow[]> {
      if (offset === 0) return firstOf(list, order, undefined, limit)
      const { spaceId, key, filterKey, scope, candidates } = list
      const narrowing = narrowingOf(list, order)
      if (narrowing.length === 0) return wholeAt(list, order, offset, limit)
      const wanted = { order, conditions: [scope.indexed, ...narrowing] }
      if (await isFew(candidates)) return rows.read({ ...wanted, candidates }, limit, offset)
      if (offset <= bounds.skipped) {
        const some = await rows.readSome(
          { order, conditions: [scope.indexed] },
          narrowing,
          bounds.scanned,
          offset + limit,
        )
        if (some.length === offset + limit) return some.slice(offset)
      }
      const found = await versions.unchanged(spaceId, async (version) =>
        rows.byNumbers(await lists.slice(`${key} ${filterKey} narrowed`, version, wanted, offset, limit)),
      )
      return found ?? rows.read(wanted, limit, offset)
    },
  }
}
