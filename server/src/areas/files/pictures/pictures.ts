import { join } from 'node:path'
import type { BlobStore, LocalFile, LocalFileWork } from '#platform/blobs/blob-store'
import { withLocalFiles } from '#platform/blobs/with-local-files'
import type { Clock } from '#platform/clock'
import type { Urgency } from '#platform/pictures/worker-pool'
import { createPictureCache } from './cache.ts'
import type { CachedFile, PictureCache } from './cache.ts'
import type { PicturePool } from './pool.ts'
import { createSharedWork } from './shared-work.ts'
import type { Broken, MissingContent, PictureFinding, PictureReading, PresentPicture, UnreadPicture } from './tasks.ts'

/** Most bytes kept: thumbnails take about 8 kB each, previews about 100 kB, renditions a byte a pixel. */
const thumbnailLimit = 2 * 1024 ** 3
const previewLimit = 2 * 1024 ** 3
const renditionLimit = 2 * 1024 ** 3

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

  const onContent = async <Result extends object>(checksum: string, work: LocalFileWork<Result>) =>
    (await blobs.withLocalFile(checksum, work)) ?? ({ missing: true } as const)

  const examine = (checksum: string, signal?: AbortSignal): Promise<PictureFinding> =>
    examinationWork.share(checksum, signal, {
      begin: (dropped) => onContent(checksum, (source) => examineSource(checksum, source, dropped)),
    })

  async function examineSource(key: string, source: LocalFile, dropped: AbortSignal): Promise<PictureFinding> {
    const request = { task: 'examine', source, thumbnail: await thumbnails.prepareFile(key) } as const
    const result = await pool.run(request, 'now', dropped)
    await thumbnails.registerAdded()
    return result
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

  const makePreview = (checksum: string, signal?: AbortSignal): Promise<PictureFinding<'preview'>> =>
    previewWork.share(checksum, signal, {
      begin: (dropped) =>
        onContent(checksum, async (source) => {
          const request = { task: 'preview', source, preview: await previews.prepareFile(checksum) } as const
          const result = await pool.run(request, 'now', dropped)
          await previews.registerAdded()
          return result
        }),
    })

  const makeRendition = (checksum: string, signal?: AbortSignal): Promise<PictureFinding<'rendition'>> =>
    renditionWork.share(checksum, signal, {
      begin: (dropped) =>
        onContent(checksum, async (source) => {
          const request = { task: 'rendition', source, rendition: await renditions.prepareFile(checksum) } as const
          const result = await pool.run(request, 'now', dropped)
          await renditions.registerAdded()
          return result
        }),
    })

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
    evict: thumbnails.evict,
    /** Reports why there cannot be one. Work that has not begun is dropped, and this rejects, when all callers have gone. */
    thumbnail: (checksum: string, signal?: AbortSignal) =>
      cachedOrMade(thumbnails, checksum, () => examine(checksum, signal)),
    /** The same for a picture outside the store, under a key that changes with it. */
    thumbnailOfFile: (key: string, source: LocalFile, signal?: AbortSignal) =>
      cachedOrMade(thumbnails, key, () =>
        examinationWork.share(key, signal, { begin: (dropped) => examineSource(key, source, dropped) }),
      ),
    /** The same for a picture of at most 1024 pixels. */
    preview: (checksum: string, signal?: AbortSignal) =>
      cachedOrMade(previews, checksum, () => makePreview(checksum, signal)),
    /** The same for a JPEG of full size, for pictures that browsers would show differently or not at all. */
    rendition: (checksum: string, signal?: AbortSignal) =>
      cachedOrMade(renditions, checksum, () => makeRendition(checksum, signal)),
    metadata: (checksum: string, signal?: AbortSignal): Promise<PictureFinding<'metadata'>> =>
      onContent(checksum, (source) => pool.run({ task: 'metadata', source }, 'now', signal)),
  }
}
