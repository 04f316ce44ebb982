import type { Stats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'

/** Blocks as stat(2) counts them. */
const blockBytes = 512

/** Bytes on the disk, so that a file with holes counts for what it takes. */
export const bytesOf = ({ blocks }: Pick<Stats, 'blocks'>): number => blocks * blockBytes

/** What lies below a folder, folders apart. Links are told and not followed; what goes away meanwhile is left out. */
export async function* filesBelow(folder: string): AsyncGenerator<Stats> {
  const folders = [folder]
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const entries = await readdir(next, { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const path = join(next, entry.name)
      if (entry.isDirectory()) {
        folders.push(path)
        continue
      }
      const stats = await lstat(path).catch(() => null)
      if (stats !== null) yield stats
    }
    // A task may make folders without end: others have their turn meanwhile.
    await turn()
  }
}
