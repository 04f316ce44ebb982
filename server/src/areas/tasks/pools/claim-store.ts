import type { Database } from '#platform/database/database'
import { taskStatus } from '../rules.ts'
import { columnsOf } from '../rows/task-row.ts'
import type { TaskChange, TaskRow, TaskTables } from '../rows/task-row.ts'

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

/** Maximum queued tasks per pool that scheduling considers. */
const maxWaiting = 2_000
const maxPast = 100

export function createClaimStore(database: Database) {
  const query = database.query<TaskTables>()
  const reader = database.reader<TaskTables>()
  return {
    waiting: (pool: string): Promise<ClaimRow[]> =>
      reader
        .selectFrom('tasks')
        .select(claimColumns)
        .where('pool', '=', pool)
        .where('status', '=', 'queuing')
        .where('handedOverAt', 'is', null)
        .orderBy('priority', 'desc')
        .orderBy('createdAt')
        .limit(maxWaiting)
        .execute(),

    runningIn: (pool: string): Promise<ClaimRow[]> =>
      query.selectFrom('tasks').select(claimColumns).where('status', '=', 'running').where('pool', '=', pool).execute(),

    /** Tasks that the pool's own engine has, whether they wait there or run. */
    handedOver: (pool: string): Promise<ClaimRow[]> =>
      query
        .selectFrom('tasks')
        .select(claimColumns)
        .where('pool', '=', pool)
        .where('status', 'in', ['queuing', 'running'])
        .where('handedOverAt', 'is not', null)
        .execute(),

    /** Returns false when it is no longer waiting in this pool. */
    async handOver(id: string, pool: string, change: TaskChange & { handedOverAt: string }): Promise<boolean> {
      const waiting = query.updateTable('tasks').set(columnsOf(change)).where('id', '=', id).where('pool', '=', pool)
      const handed = await waiting.where('status', '=', 'queuing').where('handedOverAt', 'is', null).executeTakeFirst()
      return handed.numUpdatedRows > 0n
    },

    past: (pool: string) =>
      reader
        .selectFrom('tasks')
        .select(['image', 'startedAt', 'endedAt'])
        .where('pool', '=', pool)
        .where('status', '=', 'success')
        .orderBy('endedAt', 'desc')
        .limit(maxPast)
        .execute(),

    counts: () =>
      reader
        .selectFrom('tasks')
        .select((row) => ['pool', 'status', row.fn.countAll<number>().as('count')])
        .where('status', 'in', ['queuing', 'running'])
        .groupBy(['pool', 'status'])
        .execute(),

    /** True while a task that has not ended is in this pool, or of this image. */
    async isUsed(column: 'pool' | 'image', value: string): Promise<boolean> {
      const rows = query.selectFrom('tasks').select('id').where('status', 'in', ['queuing', 'running'])
      return (await rows.where(column, '=', value).limit(1).executeTakeFirst()) !== undefined
    },

    /** Starts a queued task; returns false when it is no longer queued in this pool. */
    async begin(id: string, pool: string, change: TaskChange): Promise<boolean> {
      const started = query
        .updateTable('tasks')
        .set({ ...columnsOf(change), status: 'running' })
        .where('id', '=', id)
        .where('pool', '=', pool)
        .where('status', 'in', taskStatus.sources('running'))
      return (await started.executeTakeFirst()).numUpdatedRows > 0n
    },

    /** Changes a queued task; returns false when it is not queued. */
    async changeWaiting(id: string, change: TaskChange): Promise<boolean> {
      const waiting = query.updateTable('tasks').set(columnsOf(change)).where('id', '=', id)
      const queued = waiting.where('status', '=', 'queuing').where('handedOverAt', 'is', null)
      return (await queued.executeTakeFirst()).numUpdatedRows > 0n
    },
  }
}
