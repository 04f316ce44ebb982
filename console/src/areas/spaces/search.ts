import type { Space, spaceSorts } from '@vermilion/contract/spaces'
import { z } from 'zod'
import { listSearch, sortIn } from '#ui/list/list-search.ts'
import { listView } from '#ui/list/list-view.ts'

const sorts = [
  'name',
  'path',
  'status',
  'fileCount',
  'totalSize',
  'createdAt',
  'updatedAt',
] as const satisfies typeof spaceSorts
/** Statuses that a list can be filtered by; `normal` includes `success`. */
export const spaceStatuses = [
  'init',
  'processing',
  'generating',
  'normal',
  'failed',
  'error',
] as const satisfies readonly Space['status'][]

/** `folder` is the report's scope, with subfolders; `by` is the measure of its bars. */
export const spaceReportSearch = z.object({
  folder: z.coerce.string().optional().catch(undefined),
  by: z.enum(['files', 'size']).optional().catch(undefined),
})

/** `create` opens the form, `deleted` the deleted data spaces. */
export const spaceListSearch = listSearch.extend({
  status: z.enum(spaceStatuses).optional().catch(undefined),
  sort: sortIn(sorts),
  layout: listView,
  deleted: z.boolean().optional().catch(undefined),
  create: z.boolean().optional().catch(undefined),
})
