import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BlobStore } from '#platform/blobs/blob-store'
import type { Clock } from '#platform/clock'
import type { PicturePool, Urgency } from './pool.ts'
import type { PictureFinding } from './worker.ts'

/** Bytes of thumbnails that are kept; about 8 kB each. */
const cacheLimit = 2 * 1024 ** 3
/** New thumbnails between two looks at the size of the cache. */
const tidyEvery = 2_000
/** Milliseconds after which a used thumbnail counts as new again. */
const usedStep = 24 * 3_600_000

export type Pictures = ReturnType<typeof createPictures>

interface Needs {
  readonly blobs: BlobStore
  readonly pool: PicturePool
  readonly clock: Clock
  /** Of thumbnails, by the checksum of the picture. It can be deleted at any time. */
  readonly folder: string
  readonly limit?: number
}

/** Sizes and thumbnails of pictures by their content. */
export function createPictures({ blobs, pool, clock, folder, limit = cacheLimit }: Needs) {
  const underWay = new Map<string, Promise<PictureFinding>>()
  let made = 0

  const thumbnailFile = (checksum: string) => join(folder, checksum.slice(0, 2), `${checksum}.webp`)

  async function read(checksum: string, urgency: Urgency): Promise<PictureFinding> {
    const source = await blobs.localFile?.(checksum)
    if (source === undefined) return { gone: true }
    const thumbnail = thumbnailFile(checksum)
    await mkdir(dirname(thumbnail), { recursive: true })
    const answer = await pool.examine({ source: source.file, within: source.within, thumbnail }, urgency)
    if (++made % tidyEvery === 0) await tidy()
    return answer
  }

  /** Reads a picture and leaves its thumbnail in the cache; several asking for one at once share the work. */
  function examine(checksum: string, urgency: Urgency): Promise<PictureFinding> {
    const known = underWay.get(checksum)
    if (known !== undefined) return known
    const reading = read(checksum, urgency).finally(() => underWay.delete(checksum))
    underWay.set(checksum, reading)
    return reading
  }

  /** Removes the thumbnails longest unused until the cache is within nine tenths of its limit. */
  async function tidy(): Promise<void> {
    const files = await Array.fromAsync(thumbnails())
    let size = files.reduce((sum, file) => sum + file.size, 0)
    if (size <= limit) return
    for (const file of files.toSorted((a, b) => a.usedAt - b.usedAt)) {
      if (size <= limit * 0.9) return
      await rm(file.path, { force: true })
      size -= file.size
    }
  }

  async function* thumbnails() {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      const found = await stat(path).catch(() => undefined)
      if (found !== undefined) yield { path, size: found.size, usedAt: found.mtimeMs }
    }
  }

  return {
    examine,
    tidy,
    /** The file of a thumbnail and its size, made now where it is not there; or why there cannot be one. */
    async thumbnail(
      checksum: string,
    ): Promise<{ file: string; size: number } | Exclude<PictureFinding, { width: number }>> {
      const file = thumbnailFile(checksum)
      const kept = await stat(file).catch(() => undefined)
      if (kept !== undefined) {
        const now = new Date(clock.now())
        if (now.getTime() - kept.mtimeMs > usedStep) await utimes(file, now, now).catch(() => undefined)
        return { file, size: kept.size }
      }
      const answer = await examine(checksum, 'now')
      return 'width' in answer ? { file, size: (await stat(file)).size } : answer
    },
  }
}
