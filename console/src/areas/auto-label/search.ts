import type { AutoLabelStatus } from '@vermilion/contract/auto-label'
import { z } from 'zod'
import { imageFilter } from '#areas/datasets'
import { listSearch, sortIn } from '#ui/list/list-search.ts'

export const statuses = [
  'queuing',
  'running',
  'success',
  'failed',
  'stopped',
] as const satisfies readonly AutoLabelStatus[]

/** `create` opens the form (with its image filter `images`), `learn` the learning rounds, and `run` one run. */
export const autoLabelSearch = listSearch.extend({
  status: z.enum(statuses).optional().catch(undefined),
  sort: sortIn(['createdAt']),
  create: z.boolean().optional().catch(undefined),
  learn: z.boolean().optional().catch(undefined),
  run: z.string().optional().catch(undefined),
  images: imageFilter.optional().catch(undefined),
})
