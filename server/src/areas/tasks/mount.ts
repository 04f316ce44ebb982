import { endpointAreas } from '@vermilion/contract/endpoints'
import type { Files } from '#areas/files'
import type { Http } from '#platform/http/http'
import { estimateRoutes } from './estimates/routes.ts'
import { taskLogRoutes } from './logs/routes.ts'
import { ownImageRoutes } from './own-images/routes.ts'
import { poolRoutes } from './pools/routes.ts'
import { metricRoutes } from './results/metrics-routes.ts'
import { taskRoutes } from './routes.ts'
import type { Tasks } from './service.ts'
import { taskTerminalRoutes } from './terminal/routes.ts'
import type { TaskTerminals } from './terminal/task-terminals.ts'

interface MountNeeds {
  terminals: TaskTerminals
  files: Pick<Files, 'thumbnailIn'>
}

export function mountTasks(http: Http, tasks: Tasks, { terminals, files }: MountNeeds): void {
  http.mount(endpointAreas.pools, poolRoutes(tasks.pools))
  http.mount(endpointAreas.tasks, taskRoutes(tasks, files))
  http.mount(endpointAreas.trainingImages, ownImageRoutes(tasks.ownImages))
  http.mount(endpointAreas.taskLogs, taskLogRoutes(tasks))
  http.mount(endpointAreas.taskTerminals, taskTerminalRoutes(terminals))
  http.mount(endpointAreas.metrics, metricRoutes(tasks))
  http.mount(endpointAreas.taskEstimates, estimateRoutes(tasks))
}
