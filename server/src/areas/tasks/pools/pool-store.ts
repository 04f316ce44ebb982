import type { Accelerator } from '@vermilion/contract/tasks/creation'
import type { ExecutorKind } from '@vermilion/contract/tasks/executors'
import type { JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'

export interface PoolRow {
  id: string
  name: string
  executor: ExecutorKind
  address: string | null
  settings: JsonText<Record<string, unknown>>
  /** Encrypted JSON of names and values. */
  secrets: string | null
  /** Null means all that the executor has. */
  cpu: number | null
  memoryBytes: number | null
  accelerators: JsonText<Accelerator[]> | null
  concurrency: number
  createdAt: string
  /** Removed pools stay for the history of their tasks. */
  deletedAt: string | null
}

interface PoolTables {
  pools: PoolRow
}

export function createPoolStore(database: Database) {
  const query = database.query<PoolTables>()
  return {
    add: (row: PoolRow) => query.insertInto('pools').values(row).execute(),
    find: (id: string) => query.selectFrom('pools').selectAll().where('id', '=', id).executeTakeFirst(),
    all: () =>
      query.selectFrom('pools').selectAll().where('deletedAt', 'is', null).orderBy('createdAt').orderBy('id').execute(),
    names: () => query.selectFrom('pools').select(['id', 'name']).execute(),
    byName: (name: string) =>
      query.selectFrom('pools').selectAll().where('name', '=', name).where('deletedAt', 'is', null).executeTakeFirst(),
    async change(id: string, change: Partial<Omit<PoolRow, 'id'>>): Promise<void> {
      await query.updateTable('pools').set(change).where('id', '=', id).execute()
    },
  }
}
export type PoolStore = ReturnType<typeof createPoolStore>
