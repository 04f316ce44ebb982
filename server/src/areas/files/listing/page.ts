import type { FileOrder } from '@vermilion/contract/files'
import { fail } from '@vermilion/contract/kernel/errors'
import type { FileRow } from '../store.ts'
import { orderOf, positionOf, type OrderPosition } from './orders.ts'

export interface Cursor {
  readonly direction: 'after' | 'before'
  readonly position: OrderPosition
  readonly offset: number
}

function writeCursor(sort: FileOrder, { direction, position, offset }: Cursor): string {
  return Buffer.from(JSON.stringify([sort, direction, offset, ...position])).toString('base64url')
}

/** Fails with `request.invalid` on a cursor of another order. */
export function readCursor(sort: FileOrder, text: string): Cursor {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (Array.isArray(parts) && parts.length === 5) {
      const [order, direction, offset, value, number] = parts as unknown[]
      const fits =
        order === sort && (direction === 'after' || direction === 'before') && isPosition(offset) && isPosition(number)
      if (fits && (typeof value === 'string' || typeof value === 'number'))
        return { direction, offset, position: [value, number] }
    }
  } catch {
    // An undecodable cursor is refused below, like one of another order.
  }
  throw fail('request.invalid', { detail: 'the cursor does not belong to this list' })
}

function isPosition(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

export interface FileRowPage {
  items: FileRow[]
  from: number
  total: number | null
  nextCursor: string | null
  previousCursor: string | null
}

interface PageRequest {
  readonly sort: FileOrder
  readonly limit: number
  readonly cursor: Cursor | undefined
  readonly offset?: number | undefined
}

/** The page in rows that were read from a cursor, in its direction, or from an offset: one row more than its limit if there is one. */
export function pageOf(
  rows: readonly FileRow[],
  { sort, limit, cursor, offset = 0 }: PageRequest,
  total: number | null,
): FileRowPage {
  const items = rows.slice(0, limit)
  const hasMore = rows.length > limit
  if (cursor?.direction !== 'before') return toPage(items, { sort, offset: cursor?.offset ?? offset, hasMore, total })
  const start = hasMore ? Math.max(cursor.offset - items.length, 1) : 0
  return toPage(items.toReversed(), { sort, offset: start, hasMore: items.length > 0, total })
}

interface PageFacts {
  readonly sort: FileOrder
  readonly offset: number
  readonly hasMore: boolean
  readonly total: number | null
}

function toPage(items: FileRow[], { sort, offset, hasMore, total }: PageFacts): FileRowPage {
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
