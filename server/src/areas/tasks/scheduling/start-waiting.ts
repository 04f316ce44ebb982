import { writeJson } from '#platform/database/columns'
import type { Platform } from '#platform/platform'
import { freeIndexes } from '../pools/accelerators.ts'
import { fits } from '../pools/amounts.ts'
import type { Amounts } from '../pools/amounts.ts'
import { claimOf } from '../pools/claims.ts'
import type { Pools } from '../pools/pools.ts'
import type { PoolRow } from '../pools/pool-store.ts'
import { startable } from '../pools/turns.ts'
import { reason } from '../running/reasons.ts'
import type { TaskStore } from '../store.ts'

interface StartNeeds extends Pick<Platform, 'clock' | 'events'> {
  store: TaskStore
  pools: Pools
  isOpen(): boolean
  follow(taskId: string, pool: string): Promise<void>
}

/** Returns true when a task needs more than the pool has: the pool may grow later without notice. */
export async function startWaiting(
  pool: PoolRow,
  capacity: Amounts,
  { store, pools, events, clock, isOpen, follow }: StartNeeds,
): Promise<boolean> {
  const requested = (await store.waiting(pool.id)).map(claimOf)
  const { running, used, devices, there } = await pools.occupancyOf(pool, capacity)
  for (const { id, row } of startable(requested, running.map(claimOf), there)) {
    if (!isOpen()) break
    const indexes = freeIndexes(row, used, devices)
    if (indexes === null) continue
    const acceleratorIndexes = indexes.length === 0 ? null : writeJson(indexes)
    const started = { startedAt: clock.time(), reason: reason('none'), acceleratorIndexes }
    if (!(await store.begin(id, pool.id, started))) continue
    used.push({ ...row, acceleratorIndexes })
    events.publish({ type: 'task-changed', taskId: id })
    await follow(id, pool.id)
  }
  return requested.some(({ need }) => !fits(need, capacity))
}
