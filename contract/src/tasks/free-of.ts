import type { Pool } from './pools.ts'

/** Resources available to a task now: unreserved in the pool, limited by what is really free on the machine. */
export function freeOf({ cpu, memoryBytes, used, free }: Pool) {
  const unclaimed = { cpu: Math.max(0, cpu - used.cpu), memoryBytes: Math.max(0, memoryBytes - used.memoryBytes) }
  return {
    cpu: Math.min(unclaimed.cpu, free?.cpu ?? Infinity),
    memoryBytes: Math.min(unclaimed.memoryBytes, free?.memoryBytes ?? Infinity),
    isBusyElsewhere:
      free !== null && (free.cpu < unclaimed.cpu * 0.75 || free.memoryBytes < unclaimed.memoryBytes * 0.75),
  }
}
