import type { metricEndpoints } from '@vermilion/contract/tasks/metrics'
import { readJson } from '#platform/database/columns'
import type { Handlers } from '#platform/http/handler'
import { networkOf } from '../running/network.ts'
import type { Tasks } from '../service.ts'

export function metricRoutes({ series, row, executorOf }: Tasks): Handlers<typeof metricEndpoints> {
  return {
    async listSeries({ params }) {
      const task = await row(params.taskId)
      const { reachesServer } = networkOf(await executorOf(task), readJson(task.instances))
      return { ...(await series.list(task.id)), reachesTracking: reachesServer }
    },
    readSeries: async ({ query }) => ({ series: await series.read(query) }),
  }
}
