import type { FileOrder } from '@vermilion/contract/files'
import type { FileRow } from '../store.ts'
import { writeCursor } from './cursor.ts'
import { orderOf, placeOf } from './orders.ts'

export interface FileRows {
  items: FileRow[]
  from: number
  total: number | null
  nextCursor: string | null
  previousCursor: string | null
}

interface Known {
  readonly sort: FileOrder
  /** Files before the first one of the page. */
  readonly before: number
  /** Whether there are files after the last one. */
  readonly more: boolean
  readonly total: number | null
}

export function answer(items: FileRow[], { sort, before, more, total }: Known): FileRows {
  const order = orderOf(sort)
  const [first, last] = [items[0], items.at(-1)]
  if (first === undefined || last === undefined) {
    return { items, from: 0, total: before === 0 ? 0 : total, nextCursor: null, previousCursor: null }
  }
  const position = before + items.length
  return {
    items,
    from: before + 1,
    total: total ?? (more ? null : position),
    nextCursor: more ? writeCursor(sort, { go: 'after', place: placeOf(last, order), position }) : null,
    previousCursor:
      before > 0 ? writeCursor(sort, { go: 'before', place: placeOf(first, order), position: before }) : null,
  }
}
