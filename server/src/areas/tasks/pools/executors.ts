import { join } from 'node:path'
import type { PoolProblem } from '@vermilion/contract/tasks/pools'
import { createExecutor } from '#areas/resources'
import type { Capacity, DeviceAccess, Executor } from '#areas/resources'
import { withTimeout } from '#platform/time-out'
import type { PoolRow } from './pool-store.ts'
import { problemOf } from './problem.ts'

export interface Health {
  capacity: Capacity | null
  /** Why the executor cannot be used; null when it can. */
  problem: PoolProblem | null
}

interface ExecutorsNeeds {
  folder: string
  now: () => number
  /** How devices are reached; none where there are no pools of devices. */
  devices?: DeviceAccess | undefined
}

/** Where an executor is. */
type Location = Pick<PoolRow, 'executor' | 'address'>

/** Milliseconds that a look at an executor holds. */
const lookHolds = 5_000

/** The executors of the pools: one for each kind and address, made when it is first needed. */
export function createExecutors({ folder, now, devices }: ExecutorsNeeds) {
  const made = new Map<string, Executor>()
  const looks = new Map<string, { at: number; health: Promise<Health> }>()
  const nameOf = ({ executor, address }: Location) => `${executor} ${address ?? ''}`

  const make = ({ executor, address }: Location): Executor =>
    createExecutor(executor, { tasksFolder: join(folder, 'tasks'), address: address ?? undefined, devices })

  function of(pool: PoolRow): Executor {
    const name = nameOf(pool)
    const executor = made.get(name) ?? make(pool)
    made.set(name, executor)
    return executor
  }

  return {
    of,
    /** What was seen of an executor holds no more. */
    forget: (pool: PoolRow): void => void looks.delete(nameOf(pool)),
    /** Looks anew whether there is an executor that answers, also where no pool is; nothing is kept of it. */
    check: (location: Location): Promise<Health> => look(made.get(nameOf(location)) ?? make(location)),
    /** Whether it answers, and what it has. */
    health(pool: PoolRow): Promise<Health> {
      const name = nameOf(pool)
      const last = looks.get(name)
      if (last !== undefined && now() - last.at < lookHolds) return last.health
      const health = look(of(pool))
      looks.set(name, { at: now(), health })
      // It holds from when it was answered.
      void health.then(() => looks.set(name, { at: now(), health }))
      return health
    },
  }
}
export type Executors = ReturnType<typeof createExecutors>

async function look(executor: Executor): Promise<Health> {
  try {
    return { capacity: await withTimeout(executor.capacity()), problem: null }
  } catch (error) {
    return { capacity: null, problem: problemOf(error) }
  }
}
