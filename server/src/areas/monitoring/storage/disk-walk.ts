import type { Stats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as breath } from 'node:timers/promises'

/** Unit of `blocks` in stat(2). */
const blockBytes = 512
const atOnce = 64

/** Allocated bytes, so holes in sparse files do not count. */
export const allocated = ({ blocks }: Pick<Stats, 'blocks'>): number => blocks * blockBytes

export interface WalkedFile {
  /** Path relative to the folder, with `/`; empty for the folder itself. */
  readonly path: string
  readonly stats: Stats
}

/** Includes folders. Symbolic links are not followed; entries deleted meanwhile are skipped. */
export async function* walk(folder: string, below = ''): AsyncGenerator<WalkedFile> {
  const folders = [below]
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const own = await lstat(join(folder, next)).catch(() => null)
    if (own === null) continue
    yield { path: next, stats: own }
    if (!own.isDirectory()) continue
    const entries = await readdir(join(folder, next), { withFileTypes: true }).catch(() => [])
    const pathOf = (name: string) => (next === '' ? name : `${next}/${name}`)
    const files = entries.filter((entry) => !entry.isDirectory())
    folders.push(...entries.filter((entry) => entry.isDirectory()).map(({ name }) => pathOf(name)))
    for (let at = 0; at < files.length; at += atOnce) {
      const some = files.slice(at, at + atOnce).map(async ({ name }) => {
        const stats = await lstat(join(folder, pathOf(name))).catch(() => null)
        return stats === null ? undefined : { path: pathOf(name), stats }
      })
      yield* (await Promise.all(some)).filter((file) => file !== undefined)
    }
    await breath()
  }
}
