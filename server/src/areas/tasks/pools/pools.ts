import { fail } from '@vermilion/contract/kernel/errors'
import type { Cluster, poolCreate, Pool, PoolProblem, poolUpdate } from '@vermilion/contract/tasks/pools'
import type { z } from 'zod'
import { offerOf } from '@vermilion/contract/tasks/executors'
import type { DeviceAccess, Executor, FetchedData } from '#areas/executors'
import type { Platform } from '#platform/platform'
import type { TaskStore } from '../store.ts'
import type { Amounts } from './amounts.ts'
import { createClusters } from './clusters/clusters.ts'
import { createDevicePools } from './device-pools.ts'
import { createExecutors } from './executors.ts'
import { createPoolChanges } from './pool-changes.ts'
import { createPoolSettings } from './pool-settings.ts'
import { createPoolStore } from './pool-store.ts'
import type { PoolRow } from './pool-store.ts'
import { createPoolSupply } from './pool-supply.ts'
import { createPoolPresentation } from './presentation.ts'
import { shortageOf } from './shortage.ts'
import { createTrials } from './trial.job.ts'

export interface PoolsNeeds extends Pick<Platform, 'database' | 'clock' | 'events' | 'secrets' | 'jobs'> {
  tasksFolder: string
  store: TaskStore
  devices?: DeviceAccess | undefined
  fetchedData?: FetchedData | undefined
  concurrency?: number | undefined
  /** In milliseconds. */
  trialPatience?: number | undefined
  changed(): void
}

export type Pools = ReturnType<typeof createPools>

export function createPools(needs: PoolsNeeds) {
  const { database, clock, events, tasksFolder, store: tasks, concurrency, changed, devices, fetchedData } = needs
  const store = createPoolStore(database)
  const settings = createPoolSettings(needs.secrets)
  const { openSettings, secretNames } = settings
  const executors = createExecutors({ tasksFolder, now: clock.now, devices, fetchedData, openSettings })
  const supply = createPoolSupply({ store, executors, tasks, concurrency })
  const { present, presentAll } = createPoolPresentation({ executors, supply, tasks, secretNames })

  const clusterOf = createClusters(clock, executors, tasks)

  async function require(id: string): Promise<PoolRow> {
    const match = await store.find(id)
    if (match === undefined || match.deletedAt !== null) throw fail('pool.not-found', { pool: id })
    return match
  }
  const trials = createTrials({ jobs: needs.jobs, executors, tasksFolder, patience: needs.trialPatience })
  const changeNeeds = { database, clock, events, store, settings, executors, tasks, trials, require, changed }
  const changes = createPoolChanges(changeNeeds)

  return {
    require,
    ...supply,
    rows: store.all,
    names: async () => new Map((await store.names()).map(({ id, name }) => [id, name])),
    async executorOf(poolId: string): Promise<Executor> {
      const row = await store.find(poolId)
      if (row === undefined) throw fail('pool.not-found', { pool: poolId })
      return executors.of(row)
    },
    /** Every executor that may have runs. */
    async executors(): Promise<Executor[]> {
      return [...new Set((await store.all()).map(executors.of))]
    },

    problemOf: async (row: PoolRow): Promise<PoolProblem | null> => (await executors.health(row)).problem,

    /**
     * Fails as `pool.not-found`, or as `pool.too-small` or `pool.no-accelerator` when it can never run the task. May use the
     * network: call outside transactions.
     */
    async fitting(poolId: string, need: Amounts): Promise<PoolRow> {
      const row = await require(poolId)
      const there = await supply.amounts(row)
      const short = there === null ? undefined : shortageOf(need, there)
      if (short === undefined) return row
      const { missing, ...shortage } = short
      if (missing !== null) throw fail('pool.no-accelerator', { pool: row.name, ...missing })
      throw fail('pool.too-small', { pool: row.name, ...shortage })
    },

    list: async (): Promise<Pool[]> => presentAll((await store.all()).filter(isOwn)),
    devicePools: createDevicePools({ database, clock, events, store, executors, changed }),
    reachability: async () =>
      (await store.all()).filter(isOwn).map((row) => ({ ...row, awaySince: executors.awaySince(row) })),
    get: async (id: string): Promise<Pool> => present(await require(id)),
    cluster: async (id: string): Promise<Cluster> => clusterOf(await require(id)),
    create: async (order: z.output<typeof poolCreate>, id: string) => present(await changes.create(order, id)),
    update: async (id: string, change: z.output<typeof poolUpdate>) => present(await changes.update(id, change)),
    remove: changes.remove,
    check: changes.tryPlace,
    tryRun: changes.tryRun,
    trialOf: trials.of,
  }
}

const isOwn = ({ executor }: PoolRow) => !offerOf(executor).device
