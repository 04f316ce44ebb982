import { rm } from 'node:fs/promises'
import type { Executor } from '#areas/resources'
import { topic } from '#platform/events/events'
import { jobKind } from '#platform/jobs/jobs'
import type { Jobs } from '#platform/jobs/jobs'

/** Told inside the transaction that deletes a task. A listener that still needs the task's results refuses by failing. */
export const taskDeleted = topic<{ taskId: string }>('task-deleted')

const removal = jobKind<{ taskId: string; handle: string | null }>('task-removal')

/** Removes what deleted tasks wrote; nobody can reach it from the moment the row is gone. */
export function registerRemoval(needs: { jobs: Jobs; executor: Executor; folderOf: (taskId: string) => string }) {
  const { jobs, executor, folderOf } = needs
  jobs.register(removal, {
    async run({ payload: { taskId, handle } }) {
      const known = handle === null ? [] : (await executor.list()).filter((run) => run.handle === handle)
      for (const run of known) await executor.clean(run.handle)
      await rm(folderOf(taskId), { recursive: true, force: true })
    },
  })
  return (taskId: string, handle: string | null) => jobs.enqueue(removal, taskId, { taskId, handle })
}
