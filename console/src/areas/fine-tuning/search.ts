import type { taskSorts, TaskStatus } from '@vermilion/contract/tasks'
import { z } from 'zod'
import { listSearch, sortIn } from '#ui/list/list-search.ts'

// Only types are imported from the contract: its schemas would weigh on the sign-in page, which includes all routes.
const taskStatuses = ['queuing', 'running', 'success', 'failed', 'stopped'] as const satisfies readonly TaskStatus[]
const sorts = ['name', 'priority', 'createdAt'] as const satisfies typeof taskSorts

/** `create` opens the form, for the pictures in a `folder` of `space` or of `dataset`. */
export const fineTuningListSearch = listSearch.extend({
  status: z.enum(taskStatuses).optional().catch(undefined),
  creator: z.coerce.string().optional().catch(undefined),
  sort: sortIn(sorts),
  create: z.boolean().optional().catch(undefined),
  space: z.coerce.string().optional().catch(undefined),
  folder: z.coerce.string().optional().catch(undefined),
  dataset: z.coerce.string().optional().catch(undefined),
})

/** The pictures of `space` in its `folder` and below. */
export const captionsSearch = z.object({
  space: z.coerce.string().optional().catch(undefined),
  folder: z.coerce.string().optional().catch(undefined),
  /** Limits the list to pictures with or without a caption. */
  captioned: z.boolean().optional().catch(undefined),
  cursor: z.coerce.string().optional().catch(undefined),
})
