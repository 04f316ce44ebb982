import type { Progress } from '@vermilion/contract/kernel/fields'
import type { TaskStatus } from '@vermilion/contract/tasks'
import { writeJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { columnsOf } from './rows/task-row.ts'
import type { TaskChange, TaskRow, TaskTables } from './rows/task-row.ts'
import { createClaimStore } from './pools/claim-store.ts'
import { createTaskListStore } from './rows/list-store.ts'
import type { Reason } from './running/reasons.ts'
import { taskStatus } from './rules.ts'

type Step = TaskChange & { progress?: Progress | null }

export type TaskStore = ReturnType<typeof createTaskStore>

export function createTaskStore(database: Database) {
  const query = database.query<TaskTables>()
  return {
    ...createClaimStore(database),
    ...createTaskListStore(database),
    add: (row: TaskRow) => query.insertInto('tasks').values(row).execute(),
    find: (id: string) => query.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirst(),
    byHandle: (handle: string) => query.selectFrom('tasks').selectAll().where('handle', '=', handle).executeTakeFirst(),
    /** Runs elsewhere are left out here and among the followed: the server neither starts nor measures them. */
    running: () =>
      query
        .selectFrom('tasks')
        .selectAll()
        .where('status', '=', 'running')
        .where('kind', '!=', 'external')
        .orderBy('createdAt')
        .execute(),

    /** Tasks that have or get a run: those that run, and those that wait in an engine's own queue. */
    followed: () =>
      query
        .selectFrom('tasks')
        .selectAll()
        .where((row) =>
          row.or([
            row.and([row('status', '=', 'running'), row('kind', '!=', 'external')]),
            row.and([row('status', '=', 'queuing'), row('handedOverAt', 'is not', null)]),
          ]),
        )
        .orderBy('createdAt')
        .execute(),

    /** Stops a task that waits here; returns false when it does not. */
    async stopWaiting(id: string, change: TaskChange): Promise<boolean> {
      const waiting = query
        .updateTable('tasks')
        .set({ ...columnsOf(change), status: 'stopped' })
        .where('id', '=', id)
        .where('status', '=', 'queuing')
        .where('handedOverAt', 'is', null)
      return (await waiting.executeTakeFirst()).numUpdatedRows > 0n
    },

    async askStop(id: string, { account, at, why }: { account: string; at: string; why: Reason }): Promise<void> {
      await query
        .updateTable('tasks')
        .set({ stopAccount: account, stopAskedAt: at, reason: writeJson(why) })
        .where('id', '=', id)
        .where('status', 'in', ['queuing', 'running'])
        .where('stopAccount', 'is', null)
        .execute()
    },

    async remove(id: string): Promise<boolean> {
      const finished = query.deleteFrom('tasks').where('id', '=', id).where('status', 'not in', ['queuing', 'running'])
      return (await finished.executeTakeFirst()).numDeletedRows > 0n
    },

    async change(id: string, change: TaskChange): Promise<void> {
      await query.updateTable('tasks').set(columnsOf(change)).where('id', '=', id).execute()
    },

    async step(id: string, to: TaskStatus, change: Step, from = taskStatus.sources(to)): Promise<boolean> {
      const { progress, ...rest } = change
      const result = await query
        .updateTable('tasks')
        .set({ ...columnsOf(rest), status: to, ...(progress === undefined ? {} : { progress: writeJson(progress) }) })
        .where('id', '=', id)
        .where('status', 'in', from)
        .executeTakeFirst()
      return result.numUpdatedRows > 0n
    },
  }
}
