import type { poolCreate, Pool, poolUpdate } from '@vermilion/contract/pools'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Accelerator } from '@vermilion/contract/task-creation'
import { localPool } from '@vermilion/contract/task-creation'
import type { z } from 'zod'
import type { Capacity, Executor } from '#areas/resources'
import type { Clock } from '#platform/clock'
import { readJson, writeJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import type { Events } from '#platform/events/events'
import { newId } from '#platform/ids'
import type { TaskStore } from '../store.ts'
import { amountsOf, partsOf, shortOf, sum } from './amounts.ts'
import type { Amounts } from './amounts.ts'
import { claimOf } from './claims.ts'
import { createExecutors } from './executors.ts'
import { createPoolStore } from './pool-store.ts'
import type { PoolRow } from './pool-store.ts'

export interface PoolsNeeds {
  database: Database
  clock: Clock
  events: Events
  paths: { folder: string }
  store: TaskStore
  /** Tasks that may run at once on this machine, whatever the pool says. */
  places?: number | undefined
  /** Called once a pool may have more to give. */
  changed(): void
}

export type Pools = ReturnType<typeof createPools>

/** Where tasks run, and how much of it there is. */
export function createPools({ database, clock, events, paths, store: tasks, places, changed }: PoolsNeeds) {
  const store = createPoolStore(database)
  const executors = createExecutors({ folder: paths.folder, now: clock.now })

  async function require(id: string): Promise<PoolRow> {
    const found = await store.find(id)
    if (found === undefined || found.deletedAt !== null) throw fail('pool.not-found', { pool: id })
    return found
  }

  const concurrencyOf = (row: PoolRow) => (row.id === localPool ? (places ?? row.concurrency) : row.concurrency)
  const sizeOf = (row: PoolRow, capacity: Capacity | null) => ({
    cpu: row.cpu ?? capacity?.cpu ?? 0,
    memoryBytes: row.memoryBytes ?? capacity?.memoryBytes ?? 0,
    accelerators: row.accelerators === null ? counted(capacity?.accelerators ?? []) : readJson(row.accelerators),
  })

  /** Null while the pool cannot be used. */
  async function amounts(row: PoolRow): Promise<Amounts | null> {
    const { capacity } = await executors.health(row)
    return capacity === null ? null : amountsOf({ places: concurrencyOf(row), ...sizeOf(row, capacity) })
  }

  async function present(row: PoolRow, { running, queued }: { running: number; queued: number }): Promise<Pool> {
    const { capacity, problem } = await executors.health(row)
    const used = partsOf(sum((await tasks.runningIn(row.id)).map((task) => claimOf(task).need)))
    const { id, name, executor, address, cpu, memoryBytes, createdAt } = row
    return {
      id,
      name,
      executor,
      address,
      createdAt,
      running,
      queued,
      ...sizeOf(row, capacity),
      given: { cpu, memoryBytes, accelerators: row.accelerators === null ? null : readJson(row.accelerators) },
      concurrency: concurrencyOf(row),
      status: capacity === null ? 'unreachable' : 'ready',
      problem,
      used: { cpu: used.cpu, memoryBytes: used.memoryBytes, accelerators: used.accelerators },
    }
  }

  async function list(rows: readonly PoolRow[]): Promise<Pool[]> {
    const counts = await tasks.counts()
    const count = (pool: string, status: string) =>
      counts.find((row) => row.pool === pool && row.status === status)?.count ?? 0
    return Promise.all(
      rows.map((row) => present(row, { running: count(row.id, 'running'), queued: count(row.id, 'queuing') })),
    )
  }

  async function one(row: PoolRow): Promise<Pool> {
    const [pool] = await list([row])
    if (pool === undefined) throw fail('pool.not-found', { pool: row.id })
    return pool
  }

  function tell(poolId: string): void {
    events.publish({ type: 'pool-changed', poolId })
    database.afterCommit(changed)
  }

  async function requireName(name: string, id?: string): Promise<void> {
    const other = await store.byName(name)
    if (other !== undefined && other.id !== id) throw fail('pool.name-taken', { name })
  }

  return {
    require,
    amounts,
    rows: store.all,
    names: async () => new Map((await store.names()).map(({ id, name }) => [id, name])),
    /** Also of a pool that was removed meanwhile. */
    async executorOf(poolId: string): Promise<Executor> {
      const row = await store.find(poolId)
      if (row === undefined) throw fail('pool.not-found', { pool: poolId })
      return executors.of(row)
    },
    /** Every executor that runs may be in. */
    async executors(): Promise<Executor[]> {
      return [...new Set((await store.all()).map(executors.of))]
    },
    /** The accelerators of a pool that its executor knows one by one. Others are counted, and not told apart. */
    async acceleratorsOf(row: PoolRow): Promise<{ type: string; index: number }[]> {
      const { capacity } = await executors.health(row)
      const known = capacity?.accelerators ?? []
      return sizeOf(row, capacity).accelerators.flatMap(({ type, count }) =>
        known.filter((one) => one.type === type).slice(0, count),
      )
    },

    /** The pool that a task is to run in. Fails as `pool.not-found`, and as `pool.too-small` for one that never has enough. */
    async fitting(poolId: string, need: Amounts): Promise<PoolRow> {
      const row = await require(poolId)
      const there = await amounts(row)
      const short = there === null ? undefined : shortOf(need, there)
      if (there === null || short === undefined || short === 'places') return row
      const [asked, has] = [need[short] ?? 0, there[short] ?? 0].map((amount) => sayAmount(short, amount))
      throw fail('pool.too-small', {
        pool: row.name,
        resource: resourceNames[short] ?? acceleratorName(short),
        asked,
        there: has,
      })
    },

    list: async (): Promise<Pool[]> => list(await store.all()),
    get: async (id: string): Promise<Pool> => one(await require(id)),

    async create(order: z.output<typeof poolCreate>): Promise<Pool> {
      await requireName(order.name)
      const { accelerators, ...rest } = order
      const row: PoolRow = {
        ...rest,
        id: newId(),
        accelerators: accelerators === null ? null : writeJson(accelerators),
        createdAt: clock.time(),
        deletedAt: null,
      }
      await store.add(row)
      tell(row.id)
      return one(row)
    },

    async update(id: string, change: z.output<typeof poolUpdate>): Promise<Pool> {
      const row = await require(id)
      const { accelerators, address, ...rest } = change
      if (change.name !== undefined) await requireName(change.name, id)
      // What runs there is known at the old address alone.
      if (address !== undefined && address !== row.address && (await tasks.isUsed(id)))
        throw fail('pool.in-use', { id })
      const { name = row.name, cpu = row.cpu, memoryBytes = row.memoryBytes, concurrency = row.concurrency } = rest
      await store.change(id, {
        name,
        cpu,
        memoryBytes,
        concurrency,
        ...(address === undefined ? {} : { address }),
        ...(accelerators === undefined ? {} : { accelerators: accelerators === null ? null : writeJson(accelerators) }),
      })
      tell(id)
      return one(await require(id))
    },

    async remove(id: string): Promise<void> {
      await require(id)
      if (id === localPool) throw fail('pool.built-in')
      if (await tasks.isUsed(id)) throw fail('pool.in-use', { id })
      await store.change(id, { deletedAt: clock.time() })
      tell(id)
    },
  }
}

const resourceNames: Readonly<Record<string, { en: string; zh: string }>> = {
  cpu: { en: 'processors', zh: '处理器' },
  memoryBytes: { en: 'memory', zh: '内存' },
}
const acceleratorName = (name: string) => {
  const type = name.replace(/^accelerator /, '')
  return { en: `accelerators of the type ${type}`, zh: `加速卡（${type}）` }
}
const sayAmount = (name: string, amount: number) =>
  name === 'memoryBytes' ? `${Math.round(amount / 1_048_576)} MiB` : String(Number(amount.toFixed(2)))

function counted(accelerators: Capacity['accelerators']): Accelerator[] {
  const types = new Map<string, number>()
  for (const { type } of accelerators) types.set(type, (types.get(type) ?? 0) + 1)
  return [...types].map(([type, count]) => ({ type, count }))
}
