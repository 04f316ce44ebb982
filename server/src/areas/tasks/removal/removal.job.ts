import { rm } from 'node:fs/promises'
import { fail } from '@vermilion/contract/kernel/errors'
import { topic } from '#platform/events/events'
import { jobKind } from '#platform/jobs/jobs'
import type { Platform } from '#platform/platform'
import type { Pools } from '../pools/pools.ts'
import type { TaskStore } from '../store.ts'
import type { TaskRow } from '../rows/task-row.ts'

/** Published inside the transaction that deletes a task. A listener that still needs the results fails to prevent it. */
export const taskDeleted = topic<{ taskId: string }>('task-deleted')

/** Published before, while rows still refer to the task. A listener fails to prevent it. */
export const taskLeaves = topic<{ taskId: string }>('task-leaves')

const removal = jobKind<Pick<TaskRow, 'handle' | 'staleHandle' | 'pool'> & { taskId: string }>('task-removal')

interface RemovalNeeds extends Pick<Platform, 'database' | 'events' | 'jobs'> {
  pools: Pools
  store: TaskStore
  row(taskId: string): Promise<TaskRow>
  folders(taskId: string): { folder: string }
}

/** Files of a task are unreachable once the row is gone; a job removes them. Fails as `task.not-found` or `task.not-ended`. */
export function createRemoval({ database, events, jobs, pools, store, row, folders }: RemovalNeeds) {
  jobs.register(removal, {
    async run({ payload: { taskId, handle, staleHandle, pool } }) {
      const runs = [handle, staleHandle].filter((run) => run !== null)
      for (const run of runs) await (await pools.executorOf(pool)).clean(run)
      await rm(folders(taskId).folder, { recursive: true, force: true })
    },
  })
  return (taskId: string): Promise<void> =>
    database.transaction(async () => {
      const { handle, staleHandle, pool } = await row(taskId)
      await events.emit(taskLeaves, { taskId })
      if (!(await store.remove(taskId))) throw fail('task.not-ended', { taskId })
      await events.emit(taskDeleted, { taskId })
      await jobs.enqueue(removal, taskId, { taskId, handle, staleHandle, pool })
      events.publish({ type: 'task-changed', taskId })
    })
}
