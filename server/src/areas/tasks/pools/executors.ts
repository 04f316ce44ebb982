import type { PoolProblem } from '@vermilion/contract/tasks/pools'
import { createExecutor } from '#areas/executors'
import type { Capacity, DeviceAccess, Executor, FetchedData } from '#areas/executors'
import { withTimeout } from '#platform/time-out'
import type { PoolSettings } from './pool-settings.ts'
import type { PoolRow } from './pool-store.ts'
import { problemOf } from './problem.ts'

export interface Health {
  capacity: Capacity | null
  /** Null for a usable executor. */
  problem: PoolProblem | null
}

interface ExecutorsNeeds {
  tasksFolder: string
  now: () => number
  /** Undefined disables device pools. */
  devices?: DeviceAccess | undefined
  openSettings: PoolSettings['openSettings']
  fetchedData?: FetchedData | undefined
}

export type Location = Pick<PoolRow, 'executor' | 'address' | 'settings' | 'secrets'>

const healthLifetimeMs = 5_000
const backgroundLifetimeMs = 30_000

export function createExecutors({ tasksFolder, now, devices, fetchedData, openSettings }: ExecutorsNeeds) {
  const made = new Map<string, Executor>()
  /** Null while usable. */
  const awayByPool = new Map<string, number | null>()
  const healthByPool = new Map<string, { at: number; health: Promise<Health> }>()
  const nameOf = ({ executor, address, settings, secrets }: Location) =>
    [executor, address ?? '', settings, secrets ?? ''].join(' ')

  const make = ({ executor, address, ...stored }: Location): Executor =>
    createExecutor(executor, {
      tasksFolder,
      address: address ?? undefined,
      devices,
      fetchedData,
      settings: openSettings(stored),
    })

  function of(pool: PoolRow): Executor {
    const name = nameOf(pool)
    const executor = made.get(name) ?? make(pool)
    made.set(name, executor)
    return executor
  }

  /** Also at an address that no pool uses. */
  const at = (location: Location): Executor => made.get(nameOf(location)) ?? make(location)

  return {
    of,
    at,
    /** Since when it is known to be unusable; null when usable, undefined before it was first looked at. Looks again behind it. */
    awaySince(pool: PoolRow) {
      void this.health(pool, backgroundLifetimeMs)
      return awayByPool.get(nameOf(pool))
    },
    forget: (pool: PoolRow): void => void healthByPool.delete(nameOf(pool)),
    /** Checks an executor without caching the result. */
    check: (location: Location): Promise<Health> => checkHealth(at(location)),
    health(pool: PoolRow, lifetime = healthLifetimeMs): Promise<Health> {
      const name = nameOf(pool)
      const last = healthByPool.get(name)
      if (last !== undefined && now() - last.at < lifetime) return last.health
      const health = checkHealth(of(pool))
      healthByPool.set(name, { at: now(), health })
      // The result is valid from the time of the response.
      void health.then(({ problem }) => {
        healthByPool.set(name, { at: now(), health })
        awayByPool.set(name, problem === null ? null : (awayByPool.get(name) ?? now()))
      })
      return health
    },
  }
}
export type Executors = ReturnType<typeof createExecutors>

async function checkHealth(executor: Executor): Promise<Health> {
  try {
    return { capacity: await withTimeout(executor.capacity()), problem: null }
  } catch (error) {
    return { capacity: null, problem: problemOf(error) }
  }
}
