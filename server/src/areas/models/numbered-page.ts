import { fail } from '@vermilion/contract/kernel/errors'
import type { Page, PageQuery } from '@vermilion/contract/kernel/page'

export function pageOfList<Item>(list: readonly Item[], { cursor, limit }: PageQuery): Page<Item> {
  const from = positionOf(cursor)
  const items = list.slice(from, from + limit)
  const end = from + items.length
  return {
    items,
    total: list.length,
    from: items.length === 0 ? 0 : from + 1,
    nextCursor: end < list.length ? String(end) : null,
    previousCursor: from > 0 ? String(Math.max(0, from - limit)) : null,
  }
}

export function positionOf(cursor = '0'): number {
  if (!/^\d{1,9}$/.test(cursor)) throw fail('request.invalid', { detail: 'the cursor does not belong to this list' })
  return Number(cursor)
}
