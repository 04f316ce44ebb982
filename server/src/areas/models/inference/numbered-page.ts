import { fail } from '@vermilion/contract/kernel/errors'
import type { Page, PageQuery } from '@vermilion/contract/kernel/page'

export const pageOfList = <Item>(list: readonly Item[], query: PageQuery): Promise<Page<Item>> =>
  numberedPage(list.length, query, async (from, to) => list.slice(from, to))

/** A page whose cursor is the number of its first item. */
export async function numberedPage<Item>(
  total: number,
  { cursor, limit }: PageQuery,
  read: (from: number, to: number) => Promise<Item[]>,
): Promise<Page<Item>> {
  const from = positionOf(cursor)
  const to = Math.min(from + limit, total)
  const items = await read(from, to)
  return {
    items,
    total,
    from: items.length === 0 ? 0 : from + 1,
    nextCursor: to < total ? String(to) : null,
    previousCursor: from > 0 ? String(Math.max(0, from - limit)) : null,
  }
}

function positionOf(cursor = '0'): number {
  if (!/^\d{1,9}$/.test(cursor)) throw fail('request.invalid', { detail: 'the cursor does not belong to this list' })
  return Number(cursor)
}
