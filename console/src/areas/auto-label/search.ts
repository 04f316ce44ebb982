import type { AutoLabelStatus } from '@vermilion/contract/auto-label'
import { z } from 'zod'
import { imageFilter } from '#areas/datasets'
import { listSearch, sortIn } from '#ui/list/list-search.ts'

// Types alone are taken from the contract: its schemas would weigh on the sign-in page, which knows all routes.
export const statuses = [
  'queuing',
  'running',
  'success',
  'failed',
  'stopped',
] as const satisfies readonly AutoLabelStatus[]

/** `create` opens the form of a run, `learn` the rounds of learning, `run` one run; `images` is the filter of images that the form was opened with. */
export const autoLabelSearch = listSearch.extend({
  status: z.enum(statuses).optional().catch(undefined),
  sort: sortIn(['createdAt']),
  create: z.boolean().optional().catch(undefined),
  learn: z.boolean().optional().catch(undefined),
  run: z.string().optional().catch(undefined),
  images: imageFilter.optional().catch(undefined),
})
