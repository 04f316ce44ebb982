import type { FileOrder } from '@vermilion/contract/files'
import { fail } from '@vermilion/contract/kernel/errors'
import type { OrderPosition } from './orders.ts'

/** The page after, or before, a place in an order. */
export interface Cursor {
  readonly direction: 'after' | 'before'
  readonly position: OrderPosition
  /** How many files came before that place when the cursor was given. */
  readonly offset: number
}

export function writeCursor(sort: FileOrder, { direction, position, offset }: Cursor): string {
  return Buffer.from(JSON.stringify([sort, direction, offset, ...position])).toString('base64url')
}

/** Fails as `request.invalid` on what is not a cursor of this order. */
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
    // Not a cursor of ours: refused below like one of another order.
  }
  throw fail('request.invalid', { detail: 'the cursor does not belong to this list' })
}

function isPosition(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
