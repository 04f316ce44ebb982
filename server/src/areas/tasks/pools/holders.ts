import { readJson } from '#platform/database/columns'
import type { TaskRow } from '../task-row.ts'

export interface AcceleratorHolder {
  taskId: string
  taskName: string
  creator: string
  poolId: string
  since: string
  /** Null when the pool only counts accelerators. */
  indexes: readonly number[] | null
}

export const holderOf = (row: TaskRow): AcceleratorHolder => ({
  taskId: row.id,
  taskName: row.name,
  creator: row.creator,
  poolId: row.pool,
  since: row.startedAt ?? row.createdAt,
  indexes: row.acceleratorIndexes === null ? null : readJson(row.acceleratorIndexes),
})
