import type { Accelerator } from '@vermilion/contract/tasks/creation'
import { localPool } from '@vermilion/contract/tasks/creation'
import { readJson } from '#platform/database/columns'
import type { Capacity } from '#areas/resources'
import type { TaskStore } from '../store.ts'
import { numbered } from './accelerators.ts'
import type { Device } from './accelerators.ts'
import { amountsOf } from './amounts.ts'
import type { Amounts } from './amounts.ts'
import type { ClaimRow } from './claim-store.ts'
import type { Executors } from './executors.ts'
import type { PoolRow, PoolStore } from './pool-store.ts'

interface SupplyNeeds {
  store: PoolStore
  executors: Executors
  tasks: TaskStore
  /** Tasks that may run at once on this machine, whatever its pool says. */
  concurrency?: number | undefined
}

/** How much pools have: as they are told, as far as their executors have it. */
export function createPoolSupply({ store, executors, tasks, concurrency }: SupplyNeeds) {
  const concurrencyOf = (row: PoolRow) => (row.id === localPool ? (concurrency ?? row.concurrency) : row.concurrency)

  /** Null where accelerators are counted only. */
  async function devicesOf(row: PoolRow, pools: readonly PoolRow[]): Promise<Device[] | null> {
    const existing = (await executors.health(row)).capacity?.accelerators ?? []
    if (existing.length > 0) return existing
    const byNumber = (pool: PoolRow) => executors.of(pool).capabilities.numbersAccelerators
    return byNumber(row) ? numbered(pools.filter(byNumber).map((pool) => acceleratorsOf(pool, []))) : null
  }

  return {
    concurrencyOf,
    /** Null while the pool cannot be used. */
    async amounts(row: PoolRow): Promise<Amounts | null> {
      const { capacity } = await executors.health(row)
      return capacity === null ? null : amountsOf({ places: concurrencyOf(row), ...sizeOf(row, capacity) })
    },
    /**
     * The accelerators of a pool's machine one by one, null where they are only counted, and what runs in the other pools
     * that have the same ones.
     */
    async machineOf(row: PoolRow): Promise<{ devices: Device[] | null; elsewhere: ClaimRow[] }> {
      const { machine } = executors.of(row)
      const pools = (await store.all()).filter((other) => executors.of(other).machine === machine)
      const others = pools.filter(({ id }) => id !== row.id)
      const elsewhere = await Promise.all(others.map(({ id }) => tasks.runningIn(id)))
      return { devices: await devicesOf(row, pools), elsewhere: elsewhere.flat() }
    },
  }
}
export type PoolSupply = ReturnType<typeof createPoolSupply>

/** What a pool has of each thing, where its executor is away what it is told to have. */
export const sizeOf = (row: PoolRow, capacity: Capacity | null) => ({
  cpu: row.cpu ?? capacity?.cpu ?? 0,
  memoryBytes: row.memoryBytes ?? capacity?.memoryBytes ?? 0,
  accelerators: acceleratorsOf(row, counted(capacity?.accelerators ?? [])),
})

/** Accelerators by type, with how many there are. */
export function counted(accelerators: Capacity['accelerators']): Accelerator[] {
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
