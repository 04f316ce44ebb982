import type { Pool } from './pools.ts'

/** What a task could have now: what no other has set aside, and of that no more than the machine really has free. */
export function freeOf({ cpu, memoryBytes, used, free }: Pool) {
  const unclaimed = { cpu: Math.max(0, cpu - used.cpu), memoryBytes: Math.max(0, memoryBytes - used.memoryBytes) }
  return {
    cpu: Math.min(unclaimed.cpu, free?.cpu ?? Infinity),
    memoryBytes: Math.min(unclaimed.memoryBytes, free?.memoryBytes ?? Infinity),
    /** Others than tasks of the pool use a good part of what it could give. */
    isBusyElsewhere:
      free !== null && (free.cpu < unclaimed.cpu * 0.75 || free.memoryBytes < unclaimed.memoryBytes * 0.75),
  }
}
