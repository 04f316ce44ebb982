import type { Stats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'

/** Unit of `blocks` in stat(2). */
const blockBytes = 512

/** Allocated bytes, so holes in sparse files do not count. */
export const bytesOf = ({ blocks }: Pick<Stats, 'blocks'>): number => blocks * blockBytes

/** Excludes folders. Symbolic links are listed and not followed; entries deleted meanwhile are skipped. */
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
    // Yield to other work: a task may create folders without end.
    await turn()
  }
}
