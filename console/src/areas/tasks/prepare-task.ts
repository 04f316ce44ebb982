import { taskEndpoints } from '@vermilion/contract/tasks'
import { queryClient, read } from '#lib/query.ts'
import { prepareMetrics } from './metrics/prepare.ts'
import type { TaskDetailSearch } from './search.ts'

export function prepareTask(taskId: string, search: TaskDetailSearch): void {
  void queryClient.prefetchQuery(read(taskEndpoints.getTask, { params: { taskId } }))
  if (search.tab === 'metrics') prepareMetrics(taskId, search)
}
