import type { metricEndpoints } from '@vermilion/contract/metrics'
import type { Handlers } from '#platform/http/handler'
import type { Tasks } from './service.ts'

export function metricRoutes({ series }: Tasks): Handlers<typeof metricEndpoints> {
  return {
    listSeries: ({ params }) => series.list(params.taskId),
    readSeries: async ({ query }) => ({ series: await series.read(query) }),
  }
}
