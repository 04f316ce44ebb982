import type { Expression, SqlBool } from 'kysely'
import type { Candidates, IndexedSet } from './search/candidates.ts'
import type { Order } from './orders.ts'
import type { Scope } from './scope.ts'

export interface Bounds {
  /** So many candidates are looked at one by one. */
  readonly candidates: number
  /** So many files are looked at before anything is known about them. */
  readonly scanned: number
  /** So many files are stepped over. */
  readonly skipped: number
  /** And so many where an index alone says which. */
  readonly skippedInIndex: number
  /** Numbers read at once: what parsing them costs stays below what the event loop may be held for. */
  readonly numbers: number
  /** Files that get their new place in an order; where more have changed, reading it again costs less. */
  readonly changes: number
  /** Files that are compared at once with the place of another. */
  readonly pivots: number
  /** Numbers among which members of a set are looked for at once. */
  readonly span: number
  /** Candidates looked at at once, in their order. */
  readonly batch: number
  /** So many files that fit are remembered of a search in an order. */
  readonly remembered: number
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
  /** The same by the score alone, where there are others. */
  readonly scoredCandidates: Candidates | undefined
  /** Sets of which a file of the place is in all where it fits, and else not; undefined where no index has them. */
  readonly sets: readonly IndexedSet[] | undefined
  /** Of the conditions those on the score: in its order, the files that they leave lie together. */
  readonly scoreConditions: readonly Expression<SqlBool>[]
}

/** What is asked of each file, beside what an index of the order begins with. */
export function residualConditions({ scope, conditions }: FileList, order: Order): readonly Expression<SqlBool>[] {
  return [...scope.residualConditions(order), ...conditions]
}

/** What an index of the order begins with: the files that may fit lie together there. */
export function indexedConditions({ scope, scoreConditions }: FileList, order: Order): readonly Expression<SqlBool>[] {
  return order.column === 'score' ? [scope.indexed, ...scoreConditions] : [scope.indexed]
}

/** Whether the index of an order has all that is asked, one file next to the other. */
export function isIndexRange({ scope, conditions, scoreConditions }: FileList, order: Order): boolean {
  const isAsked = order.column === 'score' && conditions.length === scoreConditions.length
  return isAsked && scope.residualConditions(order).length === 0
}
