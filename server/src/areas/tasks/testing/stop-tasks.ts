import { taskEndpoints } from '@vermilion/contract/tasks'
import type { TestServer } from '../../../testing/start-server.ts'

/** Stops running tasks: they outlive their server, and would write into a folder that is being removed. */
export async function stopTasks(server: TestServer): Promise<void> {
  const { items } = await server.call(taskEndpoints.listTasks, { query: { status: 'running', limit: 500 } })
  for (const { id } of items) await server.call(taskEndpoints.stopTask, { params: { taskId: id } })
}
