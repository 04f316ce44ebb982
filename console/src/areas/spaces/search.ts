import { z } from 'zod'
import { listSearch } from '#ui/list-search.ts'

/** `create` opens the form for a new data space. */
export const spaceListSearch = listSearch.extend({ create: z.boolean().optional().catch(undefined) })
