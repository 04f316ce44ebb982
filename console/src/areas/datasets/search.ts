import type { DatasetItem } from '@vermilion/contract/datasets'
import { z } from 'zod'
import { listSearch } from '#ui/list-search.ts'

// Types alone are taken from the contract: its schemas would weigh on the sign-in page, which knows all routes.
const itemStatuses = ['to-label', 'labeled'] as const satisfies readonly DatasetItem['status'][]

const word = z.coerce.string().optional().catch(undefined)

/** `create` opens the form for a new dataset, made of `space` and there of `folder`. */
export const datasetListSearch = listSearch.extend({
  create: z.boolean().optional().catch(undefined),
  space: word,
  folder: word,
})

/** `status` shows only labelled or unlabelled images. */
export const datasetItemsSearch = z.object({ status: z.enum(itemStatuses).optional().catch(undefined) })
