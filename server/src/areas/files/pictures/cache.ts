import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Clock } from '#platform/clock'
import type { Content } from '#platform/http/range'

export interface CachedFile {
  readonly file: string
  readonly size: number
}

/** Milliseconds before the time of a used file is renewed. */
const usedStep = 24 * 3_600_000

interface Needs {
  readonly clock: Clock
  readonly folder: string
  readonly ending: string
  /** In bytes. */
  readonly limit: number
  readonly evictionInterval: number
}

export type PictureCache = ReturnType<typeof createPictureCache>

export const cachedFile = (folder: string, key: string, ending: string): string =>
  join(folder, key.slice(0, 2), `${key}${ending}`)

/** A cached file for sending. */
export const contentOf = ({ file, size }: CachedFile, tag: string, mediaType: string): Content => ({
  size,
  tag,
  mediaType,
  open: async (range) => createReadStream(file, range),
})

export function createPictureCache({ clock, folder, ending, limit, evictionInterval }: Needs) {
  let addedCount = 0
  const fileOf = (key: string) => cachedFile(folder, key, ending)

  async function evict(): Promise<void> {
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
      const stats = await stat(path).catch(() => undefined)
      if (stats !== undefined) yield { path, size: stats.size, usedAt: stats.mtimeMs }
    }
  }

  return {
    folder,
    evict,
    async prepareFile(key: string): Promise<string> {
      const file = fileOf(key)
      await mkdir(dirname(file), { recursive: true })
      return file
    },
    async registerAdded(count = 1): Promise<void> {
      const previous = Math.floor(addedCount / evictionInterval)
      addedCount += count
      if (Math.floor(addedCount / evictionInterval) > previous) await evict()
    },
    async find(key: string): Promise<CachedFile | undefined> {
      const file = fileOf(key)
      const stats = await stat(file).catch(() => undefined)
      if (stats === undefined) return undefined
      const now = new Date(clock.now())
      if (now.getTime() - stats.mtimeMs > usedStep) await utimes(file, now, now).catch(() => undefined)
      return { file, size: stats.size }
    },
  }
}
