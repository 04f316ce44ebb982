import type {
  sweepMethods as allMethods,
  sweepSorts,
  sweepStates as allStates,
} from '@vermilion/contract/tasks/sweeps/sweeps'
import { z } from 'zod'
import { listSearch, sortIn } from '#ui/list/list-search.ts'

export const sweepMethods = ['grid', 'random', 'tpe', 'seeds'] as const satisfies typeof allMethods
export const sweepStates = ['running', 'completed', 'stopped'] as const satisfies typeof allStates
const sorts = ['name', 'createdAt'] as const satisfies typeof sweepSorts

export const sweepListSearch = listSearch.omit({ tags: true }).extend({
  method: z.enum(sweepMethods).optional().catch(undefined),
  state: z.enum(sweepStates).optional().catch(undefined),
  sort: sortIn(sorts),
})

/** The order of the trials, such as `-value`, and the other group that a repeated training is compared with. */
export const sweepSearch = z.object({
  sort: z.string().optional().catch(undefined),
  second: z.string().optional().catch(undefined),
})
