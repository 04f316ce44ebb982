import type { estimateEndpoints } from '@vermilion/contract/tasks/estimates'
import type { Handlers } from '#platform/http/handler'
import type { Tasks } from '../service.ts'

export function estimateRoutes({
  estimate,
  expectStart,
}: Pick<Tasks, 'estimate' | 'expectStart'>): Handlers<typeof estimateEndpoints> {
  return {
    estimateTask: ({ body }) => estimate(body),
    // Asking the pool may take a network call.
    expectStart: { transaction: 'own', handle: ({ body, account }) => expectStart(body, account.username) },
  }
}
