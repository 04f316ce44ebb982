import { addressProblem } from '@vermilion/contract/tasks/executors'
import type { Received } from '@vermilion/contract/kernel/endpoint'
import type { PoolCheck, poolCreate, poolEndpoints, PoolTrial, poolUpdate } from '@vermilion/contract/tasks/pools'
import { fail } from '@vermilion/contract/kernel/errors'
import { localPool } from '@vermilion/contract/tasks/creation'
import type { z } from 'zod'
import { readJson, writeJson } from '#platform/database/columns'
import type { Platform } from '#platform/platform'
import type { TaskStore } from '../store.ts'
import type { Executors } from './executors.ts'
import { counted } from './pool-supply.ts'
import type { PoolSettings } from './pool-settings.ts'
import type { PoolRow, PoolStore } from './pool-store.ts'
import { sayAccelerator, sayAccelerators } from './shortage.ts'
import type { createTrials } from './trial.job.ts'

interface ChangeNeeds extends Pick<Platform, 'database' | 'clock' | 'events'> {
  store: PoolStore
  settings: PoolSettings
  executors: Executors
  tasks: TaskStore
  trials: ReturnType<typeof createTrials>
  require(id: string): Promise<PoolRow>
  changed(): void
}

export function createPoolChanges(needs: ChangeNeeds) {
  const { database, clock, events, store, settings, executors, tasks, trials, require, changed } = needs

  async function requireName(name: string, id?: string): Promise<void> {
    const other = await store.byName(name)
    if (other !== undefined && other.id !== id) throw fail('pool.name-taken', { name })
  }

  async function locate({ executor, address, poolId, ...order }: Received<typeof poolEndpoints.checkPool>['body']) {
    const invalid = addressProblem(executor, address)
    if (invalid !== undefined) throw fail('pool.address-invalid', { problem: invalid })
    const former = poolId === undefined ? undefined : await require(poolId)
    return { executor, address, ...settings.closeSettings(executor, order.settings, former) }
  }

  function tell(poolId: string): void {
    events.publish({ type: 'pool-changed', poolId })
    database.afterCommit(changed)
  }

  return {
    async tryPlace(order: Received<typeof poolEndpoints.checkPool>['body']): Promise<PoolCheck> {
      const location = await locate(order)
      const { capacity, problem } = await executors.check(location)
      const { cpu = null, memoryBytes = null, accelerators = [] } = capacity ?? {}
      const { images } = executors.at(location).capabilities
      return { problem, cpu, memoryBytes, accelerators: counted(accelerators), images }
    },
    tryRun: async ({ image, ...order }: Received<typeof poolEndpoints.tryPool>['body']): Promise<PoolTrial> =>
      trials.start(await locate(order), image),
    /** A repeated order has the same `id`. */
    async create(order: z.output<typeof poolCreate>, id: string): Promise<PoolRow> {
      const { accelerators, ...rest } = order
      const row: PoolRow = {
        ...rest,
        ...settings.closeSettings(order.executor, order.settings),
        id,
        accelerators: accelerators === null ? null : writeJson(accelerators),
        createdAt: clock.time(),
        deletedAt: null,
      }
      await checkPlace(row, executors)
      await database.transaction(async () => {
        if ((await store.find(id)) !== undefined) return
        await requireName(row.name)
        await store.add(row)
        tell(id)
      })
      return require(id)
    },

    async update(id: string, change: z.output<typeof poolUpdate>): Promise<PoolRow> {
      const { address, accelerators, settings: changed } = change
      const isElsewhere = address !== undefined || changed !== undefined
      if (isElsewhere || accelerators !== undefined)
        await checkPlace(mergeChange(await require(id), change, settings), executors)
      await database.transaction(async () => {
        const row = await require(id)
        const now = mergeChange(row, change, settings)
        if (now.name !== row.name) await requireName(now.name, id)
        // Running tasks are only reachable at the old address.
        const isMoved = now.address !== row.address || now.settings !== row.settings
        if (isMoved && (await tasks.isUsed('pool', id))) throw fail('pool.in-use', { id })
        await store.change(id, now)
        executors.forget(row)
        tell(id)
      })
      return require(id)
    },

    async remove(id: string): Promise<void> {
      await require(id)
      if (id === localPool) throw fail('pool.built-in')
      if (await tasks.isUsed('pool', id)) throw fail('pool.in-use', { id })
      await store.change(id, { deletedAt: clock.time() })
      tell(id)
    },
  }
}

async function checkPlace(row: PoolRow, executors: Executors): Promise<void> {
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

function mergeChange(row: PoolRow, change: z.output<typeof poolUpdate>, { closeSettings }: PoolSettings): PoolRow {
  const { name = row.name, address = row.address, concurrency = row.concurrency, accelerators } = change
  const { cpu = row.cpu, memoryBytes = row.memoryBytes } = change
  const input = accelerators === undefined ? row.accelerators : accelerators && writeJson(accelerators)
  const stored = change.settings === undefined ? {} : closeSettings(row.executor, change.settings, row)
  return { ...row, name, address, concurrency, cpu, memoryBytes, accelerators: input, ...stored }
}
