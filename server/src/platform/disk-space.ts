import { statfs } from 'node:fs/promises'

/** Of a disk, what is left for the database and the system: so much, or a twentieth of a small one. */
const reserve = 1024 ** 3

/** Bytes that content may still take of the disk a folder lies on. */
export async function freeSpace(folder: string): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return Math.max(0, bavail * bsize - Math.min(reserve, (blocks * bsize) / 20))
}
