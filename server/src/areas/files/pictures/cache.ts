import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Clock } from '#platform/clock'

export interface Kept {
  readonly file: string
  readonly size: number
}

/** Milliseconds after which a used file counts as new again. */
const usedStep = 24 * 3_600_000

interface Needs {
  readonly clock: Clock
  /** It can be deleted at any time. */
  readonly folder: string
  /** Ending of the files, with its dot. */
  readonly ending: string
  /** Bytes that are kept. */
  readonly limit: number
  /** New files between two looks at the size. */
  readonly tidyEvery: number
}

export type PictureCache = ReturnType<typeof createPictureCache>

/** Files made of pictures, by the key of the picture's content, bounded on the disk. */
export function createPictureCache({ clock, folder, ending, limit, tidyEvery }: Needs) {
  let made = 0
  const fileOf = (key: string) => join(folder, key.slice(0, 2), `${key}${ending}`)

  /** Removes the files longest unused until the cache is within nine tenths of its limit. */
  async function tidy(): Promise<void> {
    const files = await Array.fromAsync(all())
    let size = files.reduce((sum, file) => sum + file.size, 0)
    if (size <= limit) return
    for (const file of files.toSorted((a, b) => a.usedAt - b.usedAt)) {
      if (size <= limit * 0.9) return
      await rm(file.path, { force: true })
      size -= file.size
    }
  }

  async function* all() {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      const found = await stat(path).catch(() => undefined)
      if (found !== undefined) yield { path, size: found.size, usedAt: found.mtimeMs }
    }
  }

  return {
    tidy,
    /** Where a new file goes. */
    async place(key: string): Promise<string> {
      const file = fileOf(key)
      await mkdir(dirname(file), { recursive: true })
      return file
    },
    /** Called when a file was made. */
    async added(): Promise<void> {
      if (++made % tidyEvery === 0) await tidy()
    },
    async kept(key: string): Promise<Kept | undefined> {
      const file = fileOf(key)
      const found = await stat(file).catch(() => undefined)
      if (found === undefined) return undefined
      const now = new Date(clock.now())
      if (now.getTime() - found.mtimeMs > usedStep) await utimes(file, now, now).catch(() => undefined)
      return { file, size: found.size }
    },
  }
}
