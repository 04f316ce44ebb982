import { join } from 'node:path'
import type { BlobStore, LocalFile } from '#platform/blobs/blob-store'
import type { Clock } from '#platform/clock'
import type { Urgency } from '#platform/pictures/worker-pool'
import { createPictureCache } from './cache.ts'
import type { CachedFile, PictureCache } from './cache.ts'
import type { PicturePool } from './pool.ts'
import { createSharedWork } from './shared-work.ts'
import type { Broken, MissingContent, PictureFinding, PictureReading, UnreadPicture } from './tasks.ts'

/** Most bytes kept: thumbnails take about 8 kB each, previews about 100 kB, renditions a byte a pixel. */
const thumbnailLimit = 2 * 1024 ** 3
const previewLimit = 2 * 1024 ** 3
const renditionLimit = 2 * 1024 ** 3

/** Pictures that one worker reads in a row, since others wait behind: many headers, or a few completely. */
const readAtOnce = { header: 25, whole: 8 } as const

export type Pictures = ReturnType<typeof createPictures>

interface Needs {
  readonly blobs: BlobStore
  readonly pool: PicturePool
  readonly clock: Clock
  /** The folder of derived files; may be deleted at any time. */
  readonly folder: string
  readonly limit?: number
}

/** Sizes, thumbnails, previews and metadata of pictures, by content. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose parts share the caches
export function createPictures({ blobs, pool, clock, folder, limit = thumbnailLimit }: Needs) {
  const thumbnails = createPictureCache({
    clock,
    folder: join(folder, 'thumbnails'),
    ending: '.webp',
    limit,
    evictionInterval: 2_000,
  })
  const previews = createPictureCache({
    clock,
    folder: join(folder, 'previews'),
    ending: '.webp',
    limit: previewLimit,
    evictionInterval: 200,
  })
  const renditions = createPictureCache({
    clock,
    folder: join(folder, 'renditions'),
    ending: '.jpg',
    limit: renditionLimit,
    evictionInterval: 50,
  })
  const examinationWork = createSharedWork<PictureFinding>()
  const previewWork = createSharedWork<PictureFinding<'preview'>>()
  const renditionWork = createSharedWork<PictureFinding<'rendition'>>()

  const sourceOf = async (checksum: string) => blobs.localFile?.(checksum)

  /** Examines a picture and caches its thumbnail; concurrent calls share the work. */
  async function examine(checksum: string, signal?: AbortSignal): Promise<PictureFinding> {
    const source = await sourceOf(checksum)
    return source === undefined ? { missing: true } : examineSource(checksum, source, signal)
  }

  async function examineSource(key: string, source: LocalFile, signal?: AbortSignal) {
    const request = { task: 'examine', source, thumbnail: await thumbnails.prepareFile(key) } as const
    return examinationWork.share(key, signal, {
      begin: async (dropped) => {
        const result = await pool.run(request, 'now', dropped)
        await thumbnails.registerAdded()
        return result
      },
    })
  }

  /** Opens pictures once each: for their headers, or completely with a cached thumbnail. Returns findings in order. */
  async function read(
    unread: readonly UnreadPicture[],
    how: keyof typeof readAtOnce,
    urgency: Urgency,
  ): Promise<PictureReading[]> {
    const size = readAtOnce[how]
    const parts = Array.from({ length: Math.ceil(unread.length / size) }, (_, index) =>
      unread.slice(index * size, (index + 1) * size),
    )
    const target = how === 'whole' ? thumbnails.folder : null
    const readings = await Promise.all(parts.map((part) => readPart(part, target, urgency)))
    if (how === 'whole') await thumbnails.registerAdded(unread.length)
    return readings.flat()
  }

  /** A picture that crashes its worker fails the whole part: then each gets a worker of its own. */
  async function readPart(
    part: readonly UnreadPicture[],
    target: string | null,
    urgency: Urgency,
  ): Promise<readonly PictureReading[]> {
    const result = await pool.run({ task: 'read', pictures: part, thumbnails: target }, urgency)
    if ('readings' in result) return result.readings
    const [first] = part
    if (first !== undefined && part.length === 1) return [{ checksum: first.checksum, finding: result }]
    return (await Promise.all(part.map((one) => readPart([one], target, urgency)))).flat()
  }

  async function makePreview(checksum: string, signal?: AbortSignal): Promise<PictureFinding<'preview'>> {
    const source = await sourceOf(checksum)
    if (source === undefined) return { missing: true }
    const request = { task: 'preview', source, preview: await previews.prepareFile(checksum) } as const
    return previewWork.share(checksum, signal, {
      begin: async (dropped) => {
        const result = await pool.run(request, 'now', dropped)
        await previews.registerAdded()
        return result
      },
    })
  }

  async function makeRendition(checksum: string, signal?: AbortSignal): Promise<PictureFinding<'rendition'>> {
    const source = await sourceOf(checksum)
    if (source === undefined) return { missing: true }
    const request = { task: 'rendition', source, rendition: await renditions.prepareFile(checksum) } as const
    return renditionWork.share(checksum, signal, {
      begin: async (dropped) => {
        const result = await pool.run(request, 'now', dropped)
        await renditions.registerAdded()
        return result
      },
    })
  }

  async function cachedOrMade(
    cache: PictureCache,
    checksum: string,
    make: () => Promise<PictureFinding>,
  ): Promise<CachedFile | Broken | MissingContent> {
    const cached = await cache.find(checksum)
    if (cached !== undefined) return cached
    const result = await make()
    if (!('width' in result)) return result
    return (await cache.find(checksum)) ?? { missing: true }
  }

  return {
    examine,
    read,
    sourceOf,
    evict: thumbnails.evict,
    /**
     * The thumbnail's file and size, made now if necessary, or why there cannot be one. Work that has not begun is dropped, and
     * this rejects, when all callers have gone.
     */
    thumbnail: (checksum: string, signal?: AbortSignal) =>
      cachedOrMade(thumbnails, checksum, () => examine(checksum, signal)),
    /** The same for a picture outside the store, under a key that changes with it. */
    thumbnailOfFile: (key: string, source: LocalFile, signal?: AbortSignal) =>
      cachedOrMade(thumbnails, key, () => examineSource(key, source, signal)),
    /** The same with at most 1024 pixels. */
    preview: (checksum: string, signal?: AbortSignal) =>
      cachedOrMade(previews, checksum, () => makePreview(checksum, signal)),
    /** The same for a JPEG of full size, for pictures that browsers would show differently or not at all. */
    rendition: (checksum: string, signal?: AbortSignal) =>
      cachedOrMade(renditions, checksum, () => makeRendition(checksum, signal)),
    async metadata(checksum: string, signal?: AbortSignal): Promise<PictureFinding<'metadata'>> {
      const source = await sourceOf(checksum)
      return source === undefined ? { missing: true } : pool.run({ task: 'metadata', source }, 'now', signal)
    },
  }
}
