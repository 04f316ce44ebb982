import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'

/** Bytes left free for the database and the system, or a twentieth of a small disk. */
const reserve = 1024 ** 3

/** Bytes of a file system. Blocks reserved for root are neither used nor free, as in `df`. */
export interface DiskSpace {
  used: number
  free: number
}

export function spaceOf({ blocks, bfree, bavail, bsize }: StatsFs): DiskSpace {
  return { used: (blocks - bfree) * bsize, free: bavail * bsize }
}

/** Returns null when the file system does not report it. */
export async function diskSpace(folder: string): Promise<DiskSpace | null> {
  const reported = await statfs(folder).catch(() => null)
  return reported && spaceOf(reported)
}

/** The used share as `df` computes it; null when unknown. */
export function usedShare(used: number | null, free: number | null): number | null {
  return used === null || free === null || used + free === 0 ? null : used / (used + free)
}

/** In bytes. */
export async function freeSpace(folder: string): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return Math.max(0, bavail * bsize - Math.min(reserve, (blocks * bsize) / 20))
}
