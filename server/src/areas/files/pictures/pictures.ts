import { join } from 'node:path'
import type { BlobStore, LocalFile, LocalFileWork } from '#platform/blobs/blob-store'
import { batchesOf } from '#platform/batches'
import { withLocalFiles } from '#platform/blobs/with-local-files'
import type { Clock } from '#platform/clock'
import type { Urgency } from '#platform/pictures/worker-pool'
import { createPictureCache, type PictureCache } from './cache.ts'
import type { PicturePool } from './pool.ts'
import { createSharedWork } from './shared-work.ts'
import type { PictureFinding, PictureReading, PresentPicture, UnreadPicture } from './tasks.ts'

/** Most bytes of each cache: thumbnails take about 8 kB each, previews about 100 kB, renditions a byte a pixel. */
const maxCacheBytes = 2 * 1024 ** 3

/** Pictures that one worker reads in a row, since others wait behind: many headers, or a few completely. */
const readAtOnce = { header: 25, whole: 8 } as const
/** Batches that are read or wait to be: more than there are workers, so that none is idle. */
const partsAtOnce = 8

export type Pictures = ReturnType<typeof createPictures>

interface Needs {
  readonly blobs: Pick<BlobStore, 'withLocalFile'>
  readonly pool: PicturePool
  readonly clock: Clock
  readonly folder: string
  readonly limit?: number
}

// oxlint-disable-next-line max-lines-per-function -- a maker, whose parts share the caches
export function createPictures({ blobs, pool, clock, folder, limit = maxCacheBytes }: Needs) {
  const cacheOf = (name: string, ending: string, evictionInterval: number) =>
    createPictureCache({ clock, folder: join(folder, name), ending, limit, evictionInterval })
  const thumbnails = cacheOf('thumbnails', '.webp', 2_000)
  const previews = cacheOf('previews', '.webp', 200)
  const renditions = cacheOf('renditions', '.jpg', 50)

  const onContent = async <Result extends object>(checksum: string, work: LocalFileWork<Result>) =>
    (await blobs.withLocalFile(checksum, work)) ?? ({ missing: true } as const)

  /** Makes the files of a cache. Callers of the same picture share the work. */
  function makerOf(task: 'examine' | 'preview' | 'rendition', cache: PictureCache) {
    const work = createSharedWork<PictureFinding>()

    async function make(key: string, source: LocalFile, dropped: AbortSignal): Promise<PictureFinding> {
      const result = await pool.run({ task, source, target: await cache.prepareFile(key) }, 'now', dropped)
      await cache.registerAdded()
      return result
    }

    async function cachedOr(key: string, begin: () => Promise<PictureFinding>) {
      const cached = await cache.find(key)
      if (cached !== undefined) return cached
      const result = await begin()
      if (!('width' in result)) return result
      return (await cache.find(key)) ?? ({ missing: true } as const)
    }

    const ofContent = (checksum: string, signal?: AbortSignal): Promise<PictureFinding> =>
      work.share(checksum, signal, (dropped) => onContent(checksum, (source) => make(checksum, source, dropped)))

    return {
      ofContent,
      cached: (checksum: string, signal?: AbortSignal) => cachedOr(checksum, () => ofContent(checksum, signal)),
      cachedOfFile: (key: string, source: LocalFile, signal?: AbortSignal) =>
        cachedOr(key, () => work.share(key, signal, (dropped) => make(key, source, dropped))),
    }
  }
  const examinations = makerOf('examine', thumbnails)

  /** Opens pictures once each: for their headers, or completely with a cached thumbnail. Returns findings in order. */
  async function read(
    unread: readonly UnreadPicture[],
    how: keyof typeof readAtOnce,
    urgency: Urgency,
  ): Promise<PictureReading[]> {
    const parts = [...batchesOf(unread, readAtOnce[how])]
    const target = how === 'whole' ? thumbnails.folder : null
    const readings: PictureReading[][] = []
    const remaining = parts.entries()
    // A part's files are on this machine while it waits for a worker: so many at the most.
    const readNext = async () => {
      for (const [index, part] of remaining) readings[index] = await readPart(part, target, urgency)
    }
    await Promise.all(Array.from({ length: partsAtOnce }, readNext))
    if (how === 'whole') await thumbnails.registerAdded(unread.length)
    return readings.flat()
  }

  async function readPart(part: readonly UnreadPicture[], target: string | null, urgency: Urgency) {
    const checksums = part.flatMap(({ source, checksum }) => (source === null && checksum !== null ? [checksum] : []))
    return withLocalFiles(blobs, checksums, async (files) => {
      const sources = part.map(({ source, checksum }) => source ?? files.get(checksum ?? ''))
      const present = part.flatMap((one, index) => {
        const source = sources[index]
        return source === undefined || source instanceof Error ? [] : [{ ...one, source }]
      })
      const readings = present.length === 0 ? [] : await readPresent(present, target, urgency)
      const results = readings.values()
      return part.map(({ checksum }, index): PictureReading => {
        const source = sources[index]
        if (source === undefined) return { checksum, finding: { missing: true } }
        if (source instanceof Error) return { checksum, finding: { missing: true, unread: source.message } }
        return results.next().value ?? { checksum, finding: { missing: true } }
      })
    })
  }

  /** A picture that ends its worker takes the others of its part along: then each has a worker of its own. */
  async function readPresent(
    part: readonly PresentPicture[],
    target: string | null,
    urgency: Urgency,
  ): Promise<readonly PictureReading[]> {
    const result = await pool.run({ task: 'read', pictures: part, thumbnails: target }, urgency)
    if ('readings' in result) return result.readings
    const [first] = part
    if (first !== undefined && part.length === 1) return [{ checksum: first.checksum, finding: result }]
    return (await Promise.all(part.map((one) => readPresent([one], target, urgency)))).flat()
  }

  return {
    examine: examinations.ofContent,
    read,
    evict: thumbnails.evict,
    /** Reports why there cannot be one. Work that has not begun is dropped, and this rejects, when all callers have gone. */
    thumbnail: examinations.cached,
    /** The same for a picture outside the store, under a key that changes with it. */
    thumbnailOfFile: examinations.cachedOfFile,
    /** The same for a picture of at most 1024 pixels. */
    preview: makerOf('preview', previews).cached,
    /** The same for a JPEG of full size, for pictures that browsers would show differently or not at all. */
    rendition: makerOf('rendition', renditions).cached,
    metadata: (checksum: string, signal?: AbortSignal): Promise<PictureFinding<'metadata'>> =>
      onContent(checksum, (source) => pool.run({ task: 'metadata', source }, 'now', signal)),
  }
}
