import { setTimeout as sleep } from 'node:timers/promises'
import { writeJson } from '#platform/database/columns'
import type { Platform } from '#platform/platform'
import { freeIndexes } from '../pools/accelerators.ts'
import { fits } from '../pools/amounts.ts'
import type { Amounts } from '../pools/amounts.ts'
import type { ClaimRow } from '../pools/claim-store.ts'
import { claimOf } from '../pools/claims.ts'
import type { Pools } from '../pools/pools.ts'
import type { PoolRow } from '../pools/pool-store.ts'
import { inTurn, startable } from '../pools/turns.ts'
import type { Claim } from '../pools/turns.ts'
import { reason } from '../running/reasons.ts'
import type { TaskStore } from '../store.ts'

/** Milliseconds between two tasks that are handed over: hundreds at once would hold up the server's other work. */
const pauseMs = 10
/** Tasks that are handed over in one turn, so that other pools get theirs. */
const maxHandedOver = 20

interface StartNeeds extends Pick<Platform, 'clock' | 'events'> {
  store: TaskStore
  pools: Pools
  isOpen(): boolean
  follow(taskId: string, pool: string): Promise<void>
  /** Asks for another turn. */
  requestDispatch(): void
}

/** Returns true when a task needs more than the pool has: the pool may grow later without notice. */
export async function startWaiting(
  pool: PoolRow,
  capacity: Amounts,
  { store, pools, events, clock, isOpen, follow, requestDispatch }: StartNeeds,
): Promise<boolean> {
  const requested = (await store.waiting(pool.id)).map(claimOf)
  const executor = await pools.executorOf(pool.id)
  if (executor.capabilities.queues) return handOver(requested)
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

  /** In turn, up to the pool's limit: the engine's queue decides the rest. Returns false, since each end asks again. */
  async function handOver(claims: readonly (Claim & { row: ClaimRow })[]): Promise<false> {
    const there = (await store.handedOver(pool.id)).map(claimOf)
    const free = Math.max(0, pools.concurrencyOf(pool) - there.length)
    const due = inTurn(claims, there).slice(0, free)
    if (due.length > maxHandedOver) requestDispatch()
    for (const { id } of due.slice(0, maxHandedOver)) {
      if (!isOpen()) break
      const change = { handedOverAt: clock.time(), reason: reason('handed-over', { pool: pool.name }) }
      if (!(await store.handOver(id, pool.id, change))) continue
      events.publish({ type: 'task-changed', taskId: id })
      await follow(id, pool.id)
      await sleep(pauseMs)
    }
    return false
  }
}
