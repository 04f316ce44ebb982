import type { FileOrder } from '@vermilion/contract/files'
import type { FileRow } from '../store.ts'
import { writeCursor } from './cursor.ts'
import { orderOf, positionOf } from './orders.ts'

export interface FileRowPage {
  items: FileRow[]
  from: number
  total: number | null
  nextCursor: string | null
  previousCursor: string | null
}

interface PageFacts {
  readonly sort: FileOrder
  readonly offset: number
  readonly hasMore: boolean
  readonly total: number | null
}

export function toPage(items: FileRow[], { sort, offset, hasMore, total }: PageFacts): FileRowPage {
  const order = orderOf(sort)
  const [first, last] = [items[0], items.at(-1)]
  if (first === undefined || last === undefined) {
    return { items, from: 0, total: offset === 0 ? 0 : total, nextCursor: null, previousCursor: null }
  }
  const position = offset + items.length
  return {
    items,
    from: offset + 1,
    total: total ?? (hasMore ? null : position),
    nextCursor: hasMore
      ? writeCursor(sort, { direction: 'after', position: positionOf(last, order), offset: position })
      : null,
    previousCursor:
      offset > 0 ? writeCursor(sort, { direction: 'before', position: positionOf(first, order), offset }) : null,
  }
}
