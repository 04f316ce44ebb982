import type { Pool } from '@vermilion/contract/tasks/pools'
import { readJson } from '#platform/database/columns'
import type { TaskStore } from '../store.ts'
import { partsOf, sum } from './amounts.ts'
import { claimOf } from './claims.ts'
import type { Executors } from './executors.ts'
import { sizeOf } from './pool-supply.ts'
import type { PoolSupply } from './pool-supply.ts'
import type { PoolSettings } from './pool-settings.ts'
import type { PoolRow } from './pool-store.ts'

interface PresentationNeeds {
  executors: Executors
  supply: PoolSupply
  tasks: TaskStore
  secretNames: PoolSettings['secretNames']
}

export function createPoolPresentation({ executors, supply, tasks, secretNames }: PresentationNeeds) {
  async function presentOne(row: PoolRow, { running, queued }: { running: number; queued: number }): Promise<Pool> {
    const { images, terminal, queues } = executors.of(row).capabilities
    const { capacity, problem } = await executors.health(row)
    const used = partsOf(sum((await tasks.runningIn(row.id)).map((task) => claimOf(task).need)))
    const { id, name, executor, address, cpu, memoryBytes, createdAt } = row
    return {
      id,
      name,
      executor,
      capabilities: { images, terminal, queues },
      address,
      settings: readJson(row.settings),
      secrets: secretNames(row),
      createdAt,
      running,
      queued,
      ...sizeOf(row, capacity),
      given: { cpu, memoryBytes, accelerators: row.accelerators === null ? null : readJson(row.accelerators) },
      concurrency: supply.concurrencyOf(row),
      status: capacity === null ? 'unreachable' : 'ready',
      problem,
      free: capacity?.free ?? null,
      used: { cpu: used.cpu, memoryBytes: used.memoryBytes, accelerators: used.accelerators },
    }
  }

  async function presentAll(rows: readonly PoolRow[]): Promise<Pool[]> {
    const counts = await tasks.counts()
    const count = (pool: string, status: string) =>
      counts.find((row) => row.pool === pool && row.status === status)?.count ?? 0
    return Promise.all(
      rows.map((row) => presentOne(row, { running: count(row.id, 'running'), queued: count(row.id, 'queuing') })),
    )
  }

  return {
    presentAll,
    present: async (row: PoolRow): Promise<Pool> => (await presentAll([row]))[0]!,
  }
}
