import { join } from 'node:path'
import type { BlobStore } from '#platform/blobs/blob-store'
import type { Clock } from '#platform/clock'
import { createPictureCache } from './cache.ts'
import type { Kept, PictureCache } from './cache.ts'
import type { PicturePool, Urgency } from './pool.ts'
import { createSharedWork } from './shared-work.ts'
import type { Broken, Gone, PictureFinding } from './tasks.ts'

/** Bytes that are kept: of thumbnails about 8 kB each, of previews about 100 kB. */
const thumbnailLimit = 2 * 1024 ** 3
const previewLimit = 2 * 1024 ** 3

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
export function createPictures({ blobs, pool, clock, folder, limit = thumbnailLimit }: Needs) {
  const thumbnails = createPictureCache({
    clock,
    folder: join(folder, 'thumbnails'),
    ending: '.webp',
    limit,
    tidyEvery: 2_000,
  })
  const previews = createPictureCache({
    clock,
    folder: join(folder, 'previews'),
    ending: '.webp',
    limit: previewLimit,
    tidyEvery: 200,
  })
  const examinations = createSharedWork<PictureFinding>()
  const shrinkings = createSharedWork<PictureFinding<'preview'>>()

  const sourceOf = async (checksum: string) => blobs.localFile?.(checksum)

  /** Reads a picture and leaves its thumbnail in the cache; several asking for one at once share the work. */
  async function examine(checksum: string, urgency: Urgency, signal?: AbortSignal): Promise<PictureFinding> {
    const source = await sourceOf(checksum)
    if (source === undefined) return { gone: true }
    const request = { task: 'examine', source, thumbnail: await thumbnails.place(checksum) } as const
    return examinations.share(checksum, signal, {
      begin: async (dropped) => {
        const answer = await pool.run(request, urgency, dropped)
        await thumbnails.added()
        return answer
      },
      hurry: () => pool.hurry(request),
      urgent: urgency === 'now',
    })
  }

  async function shrink(checksum: string, signal?: AbortSignal): Promise<PictureFinding<'preview'>> {
    const source = await sourceOf(checksum)
    if (source === undefined) return { gone: true }
    const request = { task: 'preview', source, preview: await previews.place(checksum) } as const
    return shrinkings.share(checksum, signal, {
      begin: async (dropped) => {
        const answer = await pool.run(request, 'now', dropped)
        await previews.added()
        return answer
      },
    })
  }

  async function made(
    cache: PictureCache,
    checksum: string,
    make: () => Promise<PictureFinding>,
  ): Promise<Kept | Broken | Gone> {
    const kept = await cache.kept(checksum)
    if (kept !== undefined) return kept
    const answer = await make()
    if (!('width' in answer)) return answer
    return (await cache.kept(checksum)) ?? { gone: true }
  }

  return {
    examine,
    tidy: thumbnails.tidy,
    /**
     * The file of a thumbnail and its size, made now where it is not there; or why there cannot be one. Work that
     * nobody has begun is dropped when everybody who waits for it has gone, and this rejects.
     */
    thumbnail: (checksum: string, signal?: AbortSignal) =>
      made(thumbnails, checksum, () => examine(checksum, 'now', signal)),
    /** The same for a picture of at most 1024 pixels. */
    preview: (checksum: string, signal?: AbortSignal) => made(previews, checksum, () => shrink(checksum, signal)),
    async metadata(checksum: string, signal?: AbortSignal): Promise<PictureFinding<'metadata'>> {
      const source = await sourceOf(checksum)
      return source === undefined ? { gone: true } : pool.run({ task: 'metadata', source }, 'now', signal)
    },
  }
}
