import type { Database } from '#platform/database/database'
import { taskStatus } from '../rules.ts'
import { columnsOf } from '../task-row.ts'
import type { TaskChange, TaskRow, TaskTables } from '../task-row.ts'

/** Columns that the queue looks at. */
const claimColumns = [
  'id',
  'name',
  'creator',
  'priority',
  'createdAt',
  'startedAt',
  'image',
  'cpu',
  'memoryBytes',
  'acceleratorType',
  'acceleratorCount',
  'acceleratorIndexes',
  'instances',
  'timeLimitSeconds',
] as const satisfies readonly (keyof TaskRow)[]
export type ClaimRow = Pick<TaskRow, (typeof claimColumns)[number]>

/** Waiting tasks of a pool that are looked at for their turn. */
const mostWaiting = 2_000
/** Ended tasks of a pool that tell how long the next will take. */
const mostPast = 100

/** What the queue asks and changes of tasks. */
export function createClaimStore(database: Database) {
  const query = database.query<TaskTables>()
  return {
    /** Those that wait in a pool, the highest priority first, then the oldest. */
    waiting: (pool: string): Promise<ClaimRow[]> =>
      database
        .reader<TaskTables>()
        .selectFrom('tasks')
        .select(claimColumns)
        .where('pool', '=', pool)
        .where('status', '=', 'queuing')
        .orderBy('priority', 'desc')
        .orderBy('createdAt')
        .limit(mostWaiting)
        .execute(),

    runningIn: (pool: string): Promise<ClaimRow[]> =>
      query.selectFrom('tasks').select(claimColumns).where('status', '=', 'running').where('pool', '=', pool).execute(),

    /** How long tasks of a pool took that succeeded, the latest first. */
    past: (pool: string) =>
      database
        .reader<TaskTables>()
        .selectFrom('tasks')
        .select(['image', 'startedAt', 'endedAt'])
        .where('pool', '=', pool)
        .where('status', '=', 'success')
        .orderBy('endedAt', 'desc')
        .limit(mostPast)
        .execute(),

    /** How many tasks wait and run in each pool. */
    counts: () =>
      database
        .reader<TaskTables>()
        .selectFrom('tasks')
        .select((row) => ['pool', 'status', row.fn.countAll<number>().as('count')])
        .where('status', 'in', ['queuing', 'running'])
        .groupBy(['pool', 'status'])
        .execute(),

    /** Whether any task waits or runs in a pool. */
    async isUsed(pool: string): Promise<boolean> {
      const rows = query.selectFrom('tasks').select('id').where('status', 'in', ['queuing', 'running'])
      return (await rows.where('pool', '=', pool).limit(1).executeTakeFirst()) !== undefined
    },

    /** Lets a task run that waits in a pool; false when it does so no longer. */
    async begin(id: string, pool: string, change: TaskChange): Promise<boolean> {
      const started = query
        .updateTable('tasks')
        .set({ ...columnsOf(change), status: 'running' })
        .where('id', '=', id)
        .where('pool', '=', pool)
        .where('status', 'in', taskStatus.sources('running'))
      return (await started.executeTakeFirst()).numUpdatedRows > 0n
    },

    /** Changes a task while it waits; false when it does not. */
    async changeWaiting(id: string, change: TaskChange): Promise<boolean> {
      const waiting = query.updateTable('tasks').set(columnsOf(change)).where('id', '=', id)
      return (await waiting.where('status', '=', 'queuing').executeTakeFirst()).numUpdatedRows > 0n
    },
  }
}
