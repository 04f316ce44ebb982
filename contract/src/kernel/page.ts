import { z } from 'zod'

export const maximumPageSize = 500

/** Query of every list that comes in pages. A cursor is opaque and holds for the sort it was given with. */
export const pageQuery = z.object({
  cursor: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(maximumPageSize).default(50),
})
export type PageQuery = z.output<typeof pageQuery>

/** One page by key set. `from` is the position of the first item (1-based, 0 when empty), so that "x-y of total" is known. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    total: z.number().int(),
    from: z.number().int(),
    nextCursor: z.string().nullable(),
    previousCursor: z.string().nullable(),
  })
}

export interface Page<Item> {
  items: Item[]
  total: number
  from: number
  nextCursor: string | null
  previousCursor: string | null
}
