import { join } from 'node:path'
import type { BlobStore, LocalFile } from '#platform/blobs/blob-store'
import type { Clock } from '#platform/clock'
import type { Urgency } from '#platform/pictures/worker-pool'
import { createPictureCache } from './cache.ts'
import type { CachedFile, PictureCache } from './cache.ts'
import type { PicturePool } from './pool.ts'
import { createSharedWork } from './shared-work.ts'
import type { Broken, MissingContent, PictureFinding, PictureReading, UnreadPicture } from './tasks.ts'

/** Bytes that are kept: of thumbnails about 8 kB each, of previews about 100 kB, of renditions a byte a pixel. */
const thumbnailLimit = 2 * 1024 ** 3
const previewLimit = 2 * 1024 ** 3
const renditionLimit = 2 * 1024 ** 3

/** Pictures that one worker reads in a row: many headers, or a few whole ones, since others wait behind them. */
const readAtOnce = { header: 25, whole: 8 } as const

export type Pictures = ReturnType<typeof createPictures>

interface Needs {
  readonly blobs: BlobStore
  readonly pool: PicturePool
  readonly clock: Clock
  /** Of what is made of pictures. It can be deleted at any time. */
  readonly folder: string
  readonly limit?: number
}

/** Sizes, thumbnails, previews and metadata of pictures by their content. */
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

  /** Reads a picture and leaves its thumbnail in the cache; several asking for one at once share the work. */
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

  /**
   * Opens pictures, each once, for what is to be known of it: by its header, or whole, with its thumbnail left in the
   * cache. Answers in their order.
   */
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

  /** A picture that ends its worker takes the others of its part along: then each has a worker of its own. */
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
     * The file of a thumbnail and its size, made now where it is not there; or why there cannot be one. Work that
     * nobody has begun is dropped when everybody who waits for it has gone, and this rejects.
     */
    thumbnail: (checksum: string, signal?: AbortSignal) =>
      cachedOrMade(thumbnails, checksum, () => examine(checksum, signal)),
    /** The same of a picture that is no content of the store, under a key that is another when it changes. */
    thumbnailOfFile: (key: string, source: LocalFile, signal?: AbortSignal) =>
      cachedOrMade(thumbnails, key, () => examineSource(key, source, signal)),
    /** The same for a picture of at most 1024 pixels. */
    preview: (checksum: string, signal?: AbortSignal) =>
      cachedOrMade(previews, checksum, () => makePreview(checksum, signal)),
    /** The same for a JPEG of the full size, for pictures that browsers would show otherwise, or not at all. */
    rendition: (checksum: string, signal?: AbortSignal) =>
      cachedOrMade(renditions, checksum, () => makeRendition(checksum, signal)),
    async metadata(checksum: string, signal?: AbortSignal): Promise<PictureFinding<'metadata'>> {
      const source = await sourceOf(checksum)
      return source === undefined ? { missing: true } : pool.run({ task: 'metadata', source }, 'now', signal)
    },
  }
}
