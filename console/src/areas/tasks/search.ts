import type { TaskKind, taskSorts, TaskStatus } from '@vermilion/contract/tasks'
import { z } from 'zod'
import { listSearch, sortIn } from '#ui/list/list-search.ts'
import { metricSearch } from './metrics/search.ts'

const taskStatuses = ['queuing', 'running', 'success', 'failed', 'stopped'] as const satisfies readonly TaskStatus[]
const taskKinds = [
  'training',
  'fine-tuning',
  'cloud-inference',
  'board-inference',
  'external',
] as const satisfies readonly TaskKind[]
const word = z.coerce.string().optional().catch(undefined)
const sorts = ['name', 'priority', 'createdAt'] as const satisfies typeof taskSorts

/** `create` opens the form: on `dataset` or `version`, with `image`, like the task `like`, or from the assistant's `draft`. */
export const taskListSearch = listSearch.extend({
  status: z.enum(taskStatuses).optional().catch(undefined),
  kind: z.enum(taskKinds).optional().catch(undefined),
  pool: word,
  creator: word,
  /** The trials of this sweep alone. */
  sweep: word,
  sort: sortIn(sorts),
  create: z.boolean().optional().catch(undefined),
  dataset: word,
  version: word,
  image: word,
  like: word,
  draft: word,
})

export const taskTabs = ['overview', 'basic', 'instances', 'metrics', 'result', 'log', 'terminal', 'report'] as const
export const taskDetailSearch = metricSearch.extend({ tab: z.enum(taskTabs).optional().catch(undefined) })
export type TaskDetailSearch = z.output<typeof taskDetailSearch>
