import { addressProblem } from '@vermilion/contract/resources/executors'
import type { poolCreate, Pool, PoolProblem, poolUpdate } from '@vermilion/contract/tasks/pools'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Accelerator } from '@vermilion/contract/tasks/creation'
import { localPool } from '@vermilion/contract/tasks/creation'
import type { z } from 'zod'
import type { Capacity, Executor } from '#areas/resources'
import type { Clock } from '#platform/clock'
import { readJson, writeJson } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import type { Events } from '#platform/events/events'
import { numbered } from './accelerators.ts'
import type { Device } from './accelerators.ts'
import type { TaskStore } from '../store.ts'
import { amountsOf, partsOf, sum } from './amounts.ts'
import type { Amounts } from './amounts.ts'
import { claimOf } from './claims.ts'
import type { ClaimRow } from './claim-store.ts'
import { createExecutors } from './executors.ts'
import { createPoolStore } from './pool-store.ts'
import type { PoolRow } from './pool-store.ts'
import { sayAccelerator, sayAccelerators, shortageOf } from './shortage.ts'

export interface PoolsNeeds {
  database: Database
  clock: Clock
  events: Events
  paths: { folder: string }
  store: TaskStore
  /** Tasks that may run at once on this machine, whatever the pool says. */
  concurrency?: number | undefined
  /** Called once a pool may have more to give. */
  changed(): void
}

export type Pools = ReturnType<typeof createPools>

/** Where tasks run, and how much of it there is. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createPools({ database, clock, events, paths, store: tasks, concurrency, changed }: PoolsNeeds) {
  const store = createPoolStore(database)
  const executors = createExecutors({ folder: paths.folder, now: clock.now })

  async function require(id: string): Promise<PoolRow> {
    const match = await store.find(id)
    if (match === undefined || match.deletedAt !== null) throw fail('pool.not-found', { pool: id })
    return match
  }

  const concurrencyOf = (row: PoolRow) => (row.id === localPool ? (concurrency ?? row.concurrency) : row.concurrency)
  const sizeOf = (row: PoolRow, capacity: Capacity | null) => ({
    cpu: row.cpu ?? capacity?.cpu ?? 0,
    memoryBytes: row.memoryBytes ?? capacity?.memoryBytes ?? 0,
    accelerators: acceleratorsOf(row, counted(capacity?.accelerators ?? [])),
  })
  /** The pools whose accelerators are the same ones, and this one too. */
  async function sharing(row: PoolRow): Promise<PoolRow[]> {
    const { machine } = executors.of(row)
    return (await store.all()).filter((other) => executors.of(other).machine === machine)
  }

  /** Null where accelerators are counted only. */
  async function devicesOf(row: PoolRow, pools: readonly PoolRow[]): Promise<Device[] | null> {
    const existing = (await executors.health(row)).capacity?.accelerators ?? []
    if (existing.length > 0) return existing
    const byNumber = (pool: PoolRow) => executors.of(pool).capabilities.numbersAccelerators
    return byNumber(row) ? numbered(pools.filter(byNumber).map((pool) => acceleratorsOf(pool, []))) : null
  }

  /** What a pool is told to have must be there, as far as its executor can tell. May be slow. */
  async function check(row: PoolRow): Promise<void> {
    const problem = addressProblem(row.executor, row.address)
    if (problem !== undefined) throw fail('pool.address-invalid', { problem })
    const there = counted((await executors.health(row)).capacity?.accelerators ?? [])
    const missing = (row.accelerators === null ? [] : readJson(row.accelerators)).find(
      ({ type, count }) => count > (there.find((one) => one.type === type)?.count ?? 0),
    )
    if (there.length === 0 || missing === undefined) return
    throw fail('pool.no-accelerator', {
      pool: row.name,
      asked: sayAccelerator(missing),
      there: sayAccelerators(there),
    })
  }

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
      capabilities: capabilitiesOf(row),
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

  function capabilitiesOf(row: PoolRow): Pool['capabilities'] {
    const { images, terminal } = executors.of(row).capabilities
    return { images, terminal }
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
    /**
     * The accelerators of a pool's machine one by one, null where they are only counted, and what runs in the other pools
     * that have the same ones.
     */
    async machineOf(row: PoolRow): Promise<{ devices: Device[] | null; elsewhere: ClaimRow[] }> {
      const pools = await sharing(row)
      const others = pools.filter(({ id }) => id !== row.id)
      const elsewhere = await Promise.all(others.map(({ id }) => tasks.runningIn(id)))
      return { devices: await devicesOf(row, pools), elsewhere: elsewhere.flat() }
    },

    /** Why a pool cannot be used; null when it can. */
    problemOf: async (row: PoolRow): Promise<PoolProblem | null> => (await executors.health(row)).problem,

    /**
     * The pool that a task is to run in. Fails as `pool.not-found`, and as `pool.too-small` or `pool.no-accelerator` for
     * one that never has enough. It may ask over a network, so it stands outside transactions.
     */
    async fitting(poolId: string, need: Amounts): Promise<PoolRow> {
      const row = await require(poolId)
      const there = await amounts(row)
      const short = there === null ? undefined : shortageOf(need, there)
      if (short === undefined) return row
      const { missing, ...shortage } = short
      if (missing !== null) throw fail('pool.no-accelerator', { pool: row.name, ...missing })
      throw fail('pool.too-small', { pool: row.name, ...shortage })
    },

    list: async (): Promise<Pool[]> => list(await store.all()),
    get: async (id: string): Promise<Pool> => one(await require(id)),

    /** The same `id` for an order that is repeated: it is one pool. */
    async create(order: z.output<typeof poolCreate>, id: string): Promise<Pool> {
      const { accelerators, ...rest } = order
      const row: PoolRow = {
        ...rest,
        id,
        accelerators: accelerators === null ? null : writeJson(accelerators),
        createdAt: clock.time(),
        deletedAt: null,
      }
      await check(row)
      await database.transaction(async () => {
        if ((await store.find(id)) !== undefined) return
        await requireName(row.name)
        await store.add(row)
        tell(id)
      })
      return one(await require(id))
    },

    async update(id: string, change: z.output<typeof poolUpdate>): Promise<Pool> {
      const { address, accelerators } = change
      if (address !== undefined || accelerators !== undefined) await check(merged(await require(id), change))
      await database.transaction(async () => {
        const row = await require(id)
        const now = merged(row, change)
        if (now.name !== row.name) await requireName(now.name, id)
        // What runs there is known at the old address alone.
        if (now.address !== row.address && (await tasks.isUsed(id))) throw fail('pool.in-use', { id })
        await store.change(id, now)
        tell(id)
      })
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

function counted(accelerators: Capacity['accelerators']): Accelerator[] {
  const types = new Map<string, number>()
  for (const { type } of accelerators) types.set(type, (types.get(type) ?? 0) + 1)
  return [...types].map(([type, count]) => ({ type, count }))
}

/** As many of each type as the pool is told to have, but no more than there are, where that is known. */
function acceleratorsOf({ accelerators: input }: PoolRow, there: Accelerator[]): Accelerator[] {
  if (input === null) return there
  if (there.length === 0) return readJson(input)
  return readJson(input).map(({ type, count }) => {
    return { type, count: Math.min(count, there.find((one) => one.type === type)?.count ?? 0) }
  })
}

function merged(row: PoolRow, change: z.output<typeof poolUpdate>): PoolRow {
  const { name = row.name, address = row.address, concurrency = row.concurrency, accelerators } = change
  const { cpu = row.cpu, memoryBytes = row.memoryBytes } = change
  const input = accelerators === undefined ? row.accelerators : accelerators && writeJson(accelerators)
  return { ...row, name, address, concurrency, cpu, memoryBytes, accelerators: input }
}
