import type { auditOutcomes, auditSorts } from '@vermilion/contract/accounts/audit'
import { z } from 'zod'
import { listSearch, sortIn } from '#ui/list/list-search.ts'

const sorts = ['createdAt', 'account'] as const satisfies typeof auditSorts
export const outcomes = ['done', 'refused'] as const satisfies typeof auditOutcomes
const word = z.coerce.string().optional().catch(undefined)

export const auditSearch = listSearch.extend({
  account: word,
  resource: word,
  outcome: z.enum(outcomes).optional().catch(undefined),
  sort: sortIn(sorts),
})
