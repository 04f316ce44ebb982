import { type Task, taskEndpoints } from '@vermilion/contract/tasks'
import { setTimeout as delay } from 'node:timers/promises'
import type { TestServer } from '../../../testing/start-server.ts'

export async function waitForTask(server: TestServer, taskId: string): Promise<Task> {
  const get = () => server.call(taskEndpoints.getTask, { params: { taskId } })
  while ((await get()).endedAt === null) await delay(50)
  await server.platform.jobs.settled()
  return get()
}
