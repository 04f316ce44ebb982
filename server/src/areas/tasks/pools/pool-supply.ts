import type { Accelerator } from '@vermilion/contract/tasks/creation'
import { localPool } from '@vermilion/contract/tasks/creation'
import { readJson } from '#platform/database/columns'
import type { Capacity } from '#areas/executors'
import type { TaskStore } from '../store.ts'
import { numbered, occupiedElsewhere } from './accelerators.ts'
import type { Device } from './accelerators.ts'
import { amountsOf } from './amounts.ts'
import type { Amounts } from './amounts.ts'
import type { Executors } from './executors.ts'
import type { PoolRow, PoolStore } from './pool-store.ts'

interface SupplyNeeds {
  store: PoolStore
  executors: Executors
  tasks: TaskStore
  /** Limit of concurrent tasks on this machine; overrides the pool's setting. */
  concurrency?: number | undefined
}

/** Capacity of pools: the declared amounts, limited to what the executor has. */
export function createPoolSupply({ store, executors, tasks, concurrency }: SupplyNeeds) {
  const concurrencyOf = (row: PoolRow) => (row.id === localPool ? (concurrency ?? row.concurrency) : row.concurrency)

  async function onMachineOf(row: PoolRow): Promise<PoolRow[]> {
    const { machine } = executors.of(row)
    return (await store.all()).filter((other) => executors.of(other).machine === machine)
  }

  /** The accelerators of the pool's machine; null when they are only counted. */
  async function devicesOf(row: PoolRow): Promise<Device[] | null> {
    const existing = (await executors.health(row)).capacity?.accelerators ?? []
    if (existing.length > 0) return existing
    const byNumber = (pool: PoolRow) => executors.of(pool).capabilities.numbersAccelerators
    if (!byNumber(row)) return null
    return numbered((await onMachineOf(row)).filter(byNumber).map((pool) => acceleratorsOf(pool, [])))
  }

  return {
    concurrencyOf,
    /** Null while the pool is unusable. */
    async amounts(row: PoolRow): Promise<Amounts | null> {
      const { capacity } = await executors.health(row)
      return capacity === null ? null : amountsOf({ places: concurrencyOf(row), ...sizeOf(row, capacity) })
    },
    devicesOf,
    /** The pool's running tasks, all tasks that use its machine, and what they leave. */
    async occupancyOf(row: PoolRow, capacity: Amounts) {
      const running = await tasks.runningIn(row.id)
      const others = (await onMachineOf(row)).filter(({ id }) => id !== row.id)
      const used = [...running, ...(await Promise.all(others.map(({ id }) => tasks.runningIn(id)))).flat()]
      const devices = await devicesOf(row)
      const elsewhere = occupiedElsewhere({ own: running, all: used, capacity }, devices)
      return { running, used, devices, there: { capacity, elsewhere } }
    },
  }
}
export type PoolSupply = ReturnType<typeof createPoolSupply>

/** Uses the declared size while the executor is unreachable. */
export const sizeOf = (row: PoolRow, capacity: Capacity | null) => ({
  cpu: row.cpu ?? capacity?.cpu ?? 0,
  memoryBytes: row.memoryBytes ?? capacity?.memoryBytes ?? 0,
  accelerators: acceleratorsOf(row, counted(capacity?.accelerators ?? [])),
})

export function counted(accelerators: Capacity['accelerators']): Accelerator[] {
  const types = new Map<string, number>()
  for (const { type } of accelerators) types.set(type, (types.get(type) ?? 0) + 1)
  return [...types].map(([type, count]) => ({ type, count }))
}

function acceleratorsOf({ accelerators: input }: PoolRow, there: Accelerator[]): Accelerator[] {
  if (input === null) return there
  if (there.length === 0) return readJson(input)
  return readJson(input).map(({ type, count }) => {
    return { type, count: Math.min(count, there.find((one) => one.type === type)?.count ?? 0) }
  })
}
