import type { estimateEndpoints } from '@vermilion/contract/tasks/estimates'
import type { Handlers } from '#platform/http/handler'
import type { Tasks } from '../service.ts'

export function estimateRoutes({ estimate }: Pick<Tasks, 'estimate'>): Handlers<typeof estimateEndpoints> {
  return { estimateTask: ({ body }) => estimate(body) }
}
