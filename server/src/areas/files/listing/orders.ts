import type { FileOrder } from '@vermilion/contract/files'
import type { FileRow } from '../store.ts'

/** Column of an index that begins with the folder or the space and ends in the number. Files came in its order. */
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

/** Where a file stands in an order. */
export type Place = readonly [value: string | number, number: number]

export function orderOf(sort: FileOrder): Order {
  const name = sort.replace(/^-/, '') as keyof typeof columns
  return { column: columns[name], descending: sort.startsWith('-') }
}

export function reversed({ column, descending }: Order): Order {
  return { column, descending: !descending }
}

export function placeOf(row: Pick<FileRow, Order['column'] | 'number'>, { column }: Order): Place {
  return [row[column], row.number]
}
