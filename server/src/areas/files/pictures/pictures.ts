import { join } from 'node:path'
import type { BlobStore, LocalFile } from '#platform/blobs/blob-store'
import type { Clock } from '#platform/clock'
import type { Urgency } from '#platform/pictures/worker-pool'
import { createPictureCache } from './cache.ts'
import type { CachedFile, PictureCache } from './cache.ts'
import type { PicturePool } from './pool.ts'
import { createSharedWork } from './shared-work.ts'
import type { Broken, Measured, MissingContent, PictureFinding, Size } from './tasks.ts'

/** Bytes that are kept: of thumbnails about 8 kB each, of previews about 100 kB. */
const thumbnailLimit = 2 * 1024 ** 3
const previewLimit = 2 * 1024 ** 3

/** Headers that one worker reads in a row. */
const measuredAtOnce = 50

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
  const examinationWork = createSharedWork<PictureFinding>()
  const previewWork = createSharedWork<PictureFinding<'preview'>>()

  const sourceOf = async (checksum: string) => blobs.localFile?.(checksum)

  /** Reads a picture and leaves its thumbnail in the cache; several asking for one at once share the work. */
  async function examine(checksum: string, urgency: Urgency, signal?: AbortSignal): Promise<PictureFinding> {
    const source = await sourceOf(checksum)
    return source === undefined ? { missing: true } : examineSource(checksum, source, urgency, signal)
  }

  async function examineSource(key: string, source: LocalFile, urgency: Urgency, signal?: AbortSignal) {
    const request = { task: 'examine', source, thumbnail: await thumbnails.prepareFile(key) } as const
    return examinationWork.share(key, signal, {
      begin: async (dropped) => {
        const result = await pool.run(request, urgency, dropped)
        await thumbnails.registerAdded()
        return result
      },
      prioritize: () => pool.prioritize(request),
      isUrgent: urgency === 'now',
    })
  }

  /** Sizes of pictures by their headers, which takes a fraction of decoding them; of those that can be read now. */
  async function measure(checksums: readonly string[]): Promise<Map<string, Size | Broken>> {
    const sources = await Promise.all(
      checksums.map(async (checksum) => ({ checksum, source: await sourceOf(checksum) })),
    )
    const there = sources.flatMap(({ checksum, source }) => (source === undefined ? [] : [{ checksum, source }]))
    const parts = Array.from({ length: Math.ceil(there.length / measuredAtOnce) }, (_, index) =>
      there.slice(index * measuredAtOnce, (index + 1) * measuredAtOnce),
    )
    const results = await Promise.all(
      parts.map(async (part) =>
        (await measurePart(part)).map((size, index) => [part[index]?.checksum ?? '', size] as const),
      ),
    )
    return new Map(results.flat().flatMap(([checksum, size]) => ('missing' in size ? [] : [[checksum, size]])))
  }

  /** A picture that ends its worker takes the others of its part along: then each has a worker of its own. */
  async function measurePart(part: readonly { source: LocalFile }[]): Promise<readonly Measured[]> {
    const result = await pool.run({ task: 'measure', sources: part.map(({ source }) => source) }, 'now')
    if ('sizes' in result) return result.sizes
    return part.length === 1 ? [result] : (await Promise.all(part.map((one) => measurePart([one])))).flat()
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
    measure,
    evict: thumbnails.evict,
    /**
     * The file of a thumbnail and its size, made now where it is not there; or why there cannot be one. Work that
     * nobody has begun is dropped when everybody who waits for it has gone, and this rejects.
     */
    thumbnail: (checksum: string, signal?: AbortSignal) =>
      cachedOrMade(thumbnails, checksum, () => examine(checksum, 'now', signal)),
    /** The same of a picture that is no content of the store, under a key that is another when it changes. */
    thumbnailOfFile: (key: string, source: LocalFile, signal?: AbortSignal) =>
      cachedOrMade(thumbnails, key, () => examineSource(key, source, 'now', signal)),
    /** The same for a picture of at most 1024 pixels. */
    preview: (checksum: string, signal?: AbortSignal) =>
      cachedOrMade(previews, checksum, () => makePreview(checksum, signal)),
    async metadata(checksum: string, signal?: AbortSignal): Promise<PictureFinding<'metadata'>> {
      const source = await sourceOf(checksum)
      return source === undefined ? { missing: true } : pool.run({ task: 'metadata', source }, 'now', signal)
    },
  }
}
