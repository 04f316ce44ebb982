import { freeOf } from '@vermilion/contract/tasks/free-of'
import type { Host } from '@vermilion/contract/monitoring/hosts'
import type { Pool } from '@vermilion/contract/tasks/pools'

/** Amounts of one resource. `used` counts every process on the machine; null when the executor does not report it. */
export interface Amounts {
  total: number
  reserved: number
  used: number | null
  free: number
}

type Resource = 'cpu' | 'memoryBytes'

export function amountsOf(pool: Pool, resource: Resource): Amounts {
  const total = pool[resource]
  const idle = pool.free?.[resource]
  return {
    total,
    reserved: pool.used[resource],
    used: idle === undefined ? null : Math.max(0, total - idle),
    free: freeOf(pool)[resource],
  }
}

/** The total of all pools. Pools on one machine share its amounts, which are counted once. */
export function amountsOfAll(pools: readonly Pool[], hosts: readonly Host[], resource: Resource): Amounts {
  const machineOf = ({ id }: Pool) => hosts.find((host) => host.pools.some((one) => one.id === id))?.id ?? id
  const ready = pools.filter(({ status }) => status === 'ready')
  return [...Map.groupBy(ready, machineOf).values()]
    .map((sharing) => {
      const all = sharing.map((pool) => amountsOf(pool, resource))
      const [total, free] = [Math.max(...all.map((one) => one.total)), Math.min(...all.map((one) => one.free))]
      const reserved = all.reduce((sum, one) => sum + one.reserved, 0)
      const reported = all.flatMap(({ used }) => used ?? [])
      const used = reported.length === 0 ? null : Math.max(...reported)
      return {
        total,
        reserved,
        used,
        free: sharing.length === 1 ? free : Math.max(0, Math.min(free, total - reserved)),
      }
    })
    .reduce<Amounts>(
      (sum, one) => ({
        total: sum.total + one.total,
        reserved: sum.reserved + one.reserved,
        used: sum.used === null || one.used === null ? null : sum.used + one.used,
        free: sum.free + one.free,
      }),
      { total: 0, reserved: 0, used: 0, free: 0 },
    )
}
