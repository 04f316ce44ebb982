import type { dataEvaluationSorts, DataEvaluationStatus, imageResultSorts } from '@vermilion/contract/data-evaluations'
import { z } from 'zod'
import { listSearch, sortIn } from '#ui/list/list-search.ts'

export const statuses = [
  'queuing',
  'running',
  'success',
  'failed',
  'stopped',
] as const satisfies readonly DataEvaluationStatus[]
const sorts = ['name', 'status', 'createdAt'] as const satisfies typeof dataEvaluationSorts
const resultSorts = ['number', 'score', 'disagreement'] as const satisfies typeof imageResultSorts

/** `create` opens the form for an evaluation, optionally of a `folder`; `standards` opens the list of standards. */
export const evaluationListSearch = listSearch.extend({
  status: z.enum(statuses).optional().catch(undefined),
  sort: sortIn(sorts),
  create: z.boolean().optional().catch(undefined),
  standards: z.boolean().optional().catch(undefined),
  folder: z.coerce.string().optional().catch(undefined),
})

export const evaluationTabs = ['report', 'images'] as const
export const evaluationSearch = z.object({
  tab: z.enum(evaluationTabs).optional().catch(undefined),
  sort: sortIn(resultSorts),
})
