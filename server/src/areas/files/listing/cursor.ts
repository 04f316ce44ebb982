import type { FileOrder } from '@vermilion/contract/files'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Place } from './orders.ts'

/** The page after, or before, a place in an order. */
export interface Cursor {
  readonly go: 'after' | 'before'
  readonly place: Place
  /** How many files came before that place when the cursor was given. */
  readonly position: number
}

export function writeCursor(sort: FileOrder, { go, place, position }: Cursor): string {
  return Buffer.from(JSON.stringify([sort, go, position, ...place])).toString('base64url')
}

/** Fails as `request.invalid` on what is not a cursor of this order. */
export function readCursor(sort: FileOrder, text: string): Cursor {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (Array.isArray(parts) && parts.length === 5) {
      const [of, go, position, value, number] = parts as unknown[]
      const fits = of === sort && (go === 'after' || go === 'before') && isPosition(position) && isPosition(number)
      if (fits && (typeof value === 'string' || typeof value === 'number'))
        return { go, position, place: [value, number] }
    }
  } catch {
    // Not a cursor of ours: refused below like one of another order.
  }
  throw fail('request.invalid', { detail: 'the cursor does not belong to this list' })
}

function isPosition(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
