import type { taskSorts, TaskStatus } from '@vermilion/contract/tasks'
import { z } from 'zod'
import { listSearch, sortIn } from '#ui/list/list-search.ts'

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

export const captionsSearch = z.object({
  space: z.coerce.string().optional().catch(undefined),
  folder: z.coerce.string().optional().catch(undefined),
  captioned: z.boolean().optional().catch(undefined),
  cursor: z.coerce.string().optional().catch(undefined),
})
