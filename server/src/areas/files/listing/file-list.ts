import type { Expression, SqlBool } from 'kysely'
import type { Candidates, IndexedSet } from './search/candidates.ts'
import type { Order } from './orders.ts'
import type { RowReader } from './row-reader.ts'
import type { Scope } from './scope.ts'
import type { CandidateReader } from './search/candidate-reader.ts'
import type { Versions } from './versions.ts'

export interface Bounds {
  readonly candidates: number
  /** Files examined before anything is known about their distribution. */
  readonly scanned: number
  readonly skipped: number
  readonly skippedInIndex: number
  /** Numbers read at once; parsing them must not hold the event loop. */
  readonly numbers: number
  /** Most changed files that are moved; beyond, reading the list again is cheaper. */
  readonly changes: number
  readonly pivots: number
  /** Range of numbers in which members of a set are read at once. */
  readonly span: number
  readonly batch: number
  readonly remembered: number
}

/** Readers and versions that every way of reading a list shares. */
export interface ListingParts {
  readonly rows: RowReader
  readonly candidateReader: CandidateReader
  readonly versions: Versions
  readonly bounds: Bounds
}

export interface FileList {
  readonly spaceId: string
  readonly version: number
  /** Identifies the listed scope; `filterKey` the conditions on its files. */
  readonly key: string
  readonly filterKey: string
  readonly scope: Scope
  readonly conditions: readonly Expression<SqlBool>[]
  readonly candidates: Candidates | undefined
  /** Candidates by score alone, when there are others. */
  readonly scoredCandidates: Candidates | undefined
  /** Their intersection is exactly the matches; undefined without indexes for them. */
  readonly sets: readonly IndexedSet[] | undefined
  readonly scoreConditions: readonly Expression<SqlBool>[]
}

export function residualConditions({ scope, conditions }: FileList, order: Order): readonly Expression<SqlBool>[] {
  return [...scope.residualConditions(order), ...conditions]
}

export function indexedConditions({ scope, scoreConditions }: FileList, order: Order): readonly Expression<SqlBool>[] {
  return order.column === 'score' ? [scope.indexed, ...scoreConditions] : [scope.indexed]
}

export function isIndexRange({ scope, conditions, scoreConditions }: FileList, order: Order): boolean {
  const isAsked = order.column === 'score' && conditions.length === scoreConditions.length
  return isAsked && scope.residualConditions(order).length === 0
}
