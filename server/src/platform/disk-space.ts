import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'

/** Of a disk, what is left for the database and the system: so much, or a twentieth of a small one. */
const reserve = 1024 ** 3

/** Bytes of a file system. Blocks that are held for root are neither used nor free, as in `df`. */
export interface DiskSpace {
  used: number
  free: number
}

export function spaceOf({ blocks, bfree, bavail, bsize }: StatsFs): DiskSpace {
  return { used: (blocks - bfree) * bsize, free: bavail * bsize }
}

/** Of the disk that a folder lies on; null where the file system does not tell. */
export async function diskSpace(folder: string): Promise<DiskSpace | null> {
  const reported = await statfs(folder).catch(() => null)
  return reported && spaceOf(reported)
}

/** The used share of a disk, as `df` computes it; null where it is not known. */
export function usedShare(used: number | null, free: number | null): number | null {
  return used === null || free === null || used + free === 0 ? null : used / (used + free)
}

/** Bytes that content may still take of the disk a folder lies on. */
export async function freeSpace(folder: string): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return Math.max(0, bavail * bsize - Math.min(reserve, (blocks * bsize) / 20))
}
