import { endpointAreas } from '@vermilion/contract/endpoints'
import type { Files } from '#areas/files'
import type { Http } from '#platform/http/http'
import type { Terminals } from '#platform/terminals/terminals'
import { environmentRoutes } from './environments/routes.ts'
import { estimateRoutes } from './estimates/routes.ts'
import { taskLogRoutes } from './logs/routes.ts'
import { ownImageRoutes } from './own-images/routes.ts'
import { poolRoutes } from './pools/routes.ts'
import { metricRoutes } from './results/metrics-routes.ts'
import { taskRoutes } from './routes.ts'
import { sweepRoutes } from './sweeps/routes.ts'
import { createTaskService } from './service.ts'
import type { TasksNeeds } from './service.ts'
import { taskTerminalRoutes } from './terminal/routes.ts'
import { createTaskTerminals } from './terminal/task-terminals.ts'

interface MountNeeds {
  terminals: Terminals
  files: Pick<Files, 'thumbnailIn'>
}

export function createTasks(needs: TasksNeeds) {
  const tasks = createTaskService(needs)
  return {
    ...tasks,
    mount(http: Pick<Http, 'mount'>, { terminals, files }: MountNeeds): void {
      const taskTerminals = createTaskTerminals({ tasks, terminals, events: needs.events })
      http.mount(endpointAreas.pools, poolRoutes(tasks.pools))
      http.mount(endpointAreas.tasks, taskRoutes(tasks, files))
      http.mount(endpointAreas.trainingImages, ownImageRoutes(tasks.ownImages))
      http.mount(endpointAreas.pythonEnvironments, environmentRoutes(tasks.environments))
      http.mount(endpointAreas.taskLogs, taskLogRoutes(tasks))
      http.mount(endpointAreas.taskTerminals, taskTerminalRoutes(taskTerminals))
      http.mount(endpointAreas.metrics, metricRoutes(tasks))
      http.mount(endpointAreas.sweeps, sweepRoutes(tasks.sweeps))
      http.mount(endpointAreas.taskEstimates, estimateRoutes(tasks))
    },
  }
}
