import { z } from 'zod'
import { tagSeparator } from './fields.ts'

export const maximumPageSize = 500

/** Query of a paged list. A cursor is opaque and valid for the sort it came with. */
export const pageQuery = z.object({
  cursor: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(maximumPageSize).default(50),
})
export type PageQuery = z.output<typeof pageQuery>

/** `name` ascending, `-name` descending. */
export function sortOrder<const Sort extends string>(sorts: readonly Sort[]) {
  const orders: (Sort | `-${Sort}`)[] = sorts.flatMap((sort) => [sort, `-${sort}` as const])
  return z.enum(orders)
}

export function listQuery<const Sort extends string>(sorts: readonly Sort[]) {
  return pageQuery.extend({
    search: z.string().max(200).optional(),
    createdFrom: z.iso.datetime().optional(),
    createdBefore: z.iso.datetime().optional(),
    sort: sortOrder(sorts).optional(),
  })
}

export type ListQuery = Omit<z.output<ReturnType<typeof listQuery>>, 'sort'> & { sort?: string | undefined }

/** Tag filter: terms separated by `;`, each contained in one of the tags. */
export const tagTerms = z.string().max(500).optional()

export function termsOf(tags: string): string[] {
  return tags
    .split(tagSeparator)
    .map((term) => term.trim())
    .filter((term) => term !== '')
}

/** One page of keyset pagination. `from` is the 1-based position of the first item, 0 when empty, for "x-y of total". */
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
