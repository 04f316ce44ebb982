import type { metricEndpoints } from '@vermilion/contract/tasks/metrics'
import type { trainingReportEndpoints } from '@vermilion/contract/tasks/training-report'
import { readJson } from '#platform/database/columns'
import type { Handlers } from '#platform/http/handler'
import { networkOf } from '../running/network.ts'
import type { Tasks } from '../service.ts'

type MetricRoutes = Handlers<typeof metricEndpoints & typeof trainingReportEndpoints>

export function metricRoutes({ series, row, executorOf, report }: Tasks): MetricRoutes {
  return {
    async listSeries({ params }) {
      const task = await row(params.taskId)
      const reachesServer =
        task.kind === 'external' || networkOf(await executorOf(task), readJson(task.instances)).reachesServer
      return { ...(await series.list(task.id)), reachesTracking: reachesServer }
    },
    trainingReport: async ({ params }) => report((await row(params.taskId)).id),
    readSeries: async ({ query }) => ({ series: await series.read(query) }),
  }
}
