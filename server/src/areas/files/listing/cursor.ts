import type { FileOrder } from '@vermilion/contract/files'
import { fail } from '@vermilion/contract/kernel/errors'
import type { OrderPosition } from './orders.ts'

export interface Cursor {
  readonly direction: 'after' | 'before'
  readonly position: OrderPosition
  readonly offset: number
}

export function writeCursor(sort: FileOrder, { direction, position, offset }: Cursor): string {
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
