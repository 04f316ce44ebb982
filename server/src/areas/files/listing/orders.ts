import type { FileOrder } from '@vermilion/contract/files'
import { sql, type Expression, type SqlBool } from 'kysely'
import type { FileRow } from '../store.ts'

/** Indexes begin with folder or space and end with the number. Files were added in the order of numbers. */
const columns = {
  name: 'sortKey',
  size: 'size',
  kind: 'kind',
  createdAt: 'number',
  updatedAt: 'updatedAt',
  score: 'score',
} as const

export interface Order {
  readonly column: (typeof columns)[keyof typeof columns]
  readonly descending: boolean
}

export const byArrival: Order = { column: 'number', descending: false }

export type OrderPosition = readonly [value: string | number, number: number]

export function orderOf(sort: FileOrder): Order {
  const name = sort.replace(/^-/, '') as keyof typeof columns
  return { column: columns[name], descending: sort.startsWith('-') }
}

export function reversed({ column, descending }: Order): Order {
  return { column, descending: !descending }
}

/** The order in which rows are read from a cursor. */
export function directed(order: Order, cursor: { readonly direction: 'after' | 'before' } | undefined): Order {
  return cursor?.direction === 'before' ? reversed(order) : order
}

export function positionOf(row: Pick<FileRow, Order['column'] | 'number'>, { column }: Order): OrderPosition {
  return [row[column], row.number]
}

export function orderBy({ column, descending }: Order): Expression<unknown> {
  const direction = descending ? sql`desc` : sql`asc`
  const tie = sql`${sql.ref('files.number')} ${direction}`
  return column === 'number' ? tie : sql`${sql.ref(`files.${column}`)} ${direction}, ${tie}`
}

export function isAfter({ column, descending }: Order, [value, number]: OrderPosition): Expression<SqlBool> {
  const operator = descending ? sql`<` : sql`>`
  const [key, tie] = [sql.ref(`files.${column}`), sql.ref('files.number')]
  return column === 'number'
    ? sql`${tie} ${operator} ${number}`
    : sql`(${key}, ${tie}) ${operator} (${value}, ${number})`
}

/**
 * With a row's number as second column, SQLite seeks by the first value only and would step over every file with it: hence two
 * ranges.
 */
export function rangesAfter(order: Order, [value, number]: OrderPosition): readonly Expression<SqlBool>[] {
  const { column, descending } = order
  const operator = descending ? sql`<` : sql`>`
  const [key, tie] = [sql.ref(`files.${column}`), sql.ref('files.number')]
  if (column === 'number') return [isAfter(order, [value, number])]
  return [sql<SqlBool>`(${key} = ${value} and ${tie} ${operator} ${number})`, sql<SqlBool>`${key} ${operator} ${value}`]
}
