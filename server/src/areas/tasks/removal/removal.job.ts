import { rm } from 'node:fs/promises'
import { localPool } from '@vermilion/contract/tasks/creation'
import { topic } from '#platform/events/events'
import { jobKind } from '#platform/jobs/jobs'
import type { Jobs } from '#platform/jobs/jobs'
import type { Pools } from '../pools/pools.ts'

/** Told inside the transaction that deletes a task. A listener that still needs the task's results refuses by failing. */
export const taskDeleted = topic<{ taskId: string }>('task-deleted')

interface Removed {
  taskId: string
  handle: string | null
  /** Of a run that was given up for another. */
  staleHandle?: string | null
  pool?: string
}

const removal = jobKind<Removed>('task-removal')

/** Removes what deleted tasks wrote; nobody can reach it from the moment the row is gone. */
export function registerRemoval(needs: { jobs: Jobs; pools: Pools; folderOf: (taskId: string) => string }) {
  const { jobs, pools, folderOf } = needs
  jobs.register(removal, {
    async run({ payload: { taskId, handle, staleHandle = null, pool = localPool } }) {
      const executor = await pools.executorOf(pool)
      for (const run of [handle, staleHandle]) if (run !== null) await executor.clean(run)
      await rm(folderOf(taskId), { recursive: true, force: true })
    },
  })
  return (removed: Removed) => jobs.enqueue(removal, removed.taskId, removed)
}
