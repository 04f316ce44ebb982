/** A picture that crashes the decoder or exhausts memory ends this process, not the server. It ends with its parent. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { previewSide, tileSide } from '@vermilion/contract/files/previews'
import { maxPixels } from '@vermilion/contract/pictures/open-picture'
import { pictureProblemOf, UnreadablePicture } from '@vermilion/contract/pictures/problems'
import type { Metadata, Sharp } from 'sharp'
import { cachedFile } from './cache.ts'
import { readMetadata } from './metadata.ts'
import { NotAsIndexed, readAsIndexed } from './read-as-indexed.ts'
import { headerOf, isUnreadHevc, withPicture } from '#platform/pictures/open-picture'
import type { Broken } from '#platform/pictures/worker-pool'
import { isReadFailure } from './read-failure.ts'
import type { MissingContent, PictureReading, PictureRequest, PictureResult, Size, PresentPicture } from './tasks.ts'

interface Shrinking {
  /** Pixels of the longer side. */
  readonly side: number
  readonly kernel: 'linear' | 'lanczos3'
  /** The encoder's effort, from 0 (fastest) to 6 (smallest). */
  readonly effort: number
}

/** For ten thousand thumbnails in a row, a sharper kernel takes a tenth longer and more effort a sixth, for a few bytes. */
const thumbnail: Shrinking = { side: 256, kernel: 'linear', effort: 0 }
const preview: Shrinking = { side: previewSide, kernel: 'lanczos3', effort: 2 }
const maxRenderedPixels = 100_000_000

async function perform(request: PictureRequest): Promise<PictureResult> {
  try {
    if (request.task === 'metadata') return await readMetadata(request.source)
    if (request.task === 'read') return { readings: await readAll(request.pictures, request.thumbnails) }
    return await withPicture(request.source, async (picture) => {
      if (request.task === 'pyramid') return cut(picture, request.target)
      if (request.task === 'rendition') return render(picture, request.target)
      return shrink(picture, request.target, request.task === 'preview' ? preview : thumbnail)
    })
  } catch (error) {
    return failureBy(error)
  }
}

function failureBy(error: unknown): Broken | MissingContent {
  if (isReadFailure(error)) return { missing: true, unread: error.message }
  return { broken: pictureProblemOf(error) }
}

async function readAll(pictures: readonly PresentPicture[], thumbnails: string | null): Promise<PictureReading[]> {
  const readings: PictureReading[] = []
  for (const picture of pictures) readings.push(await read(picture, thumbnails))
  return readings
}

/**
 * With an existing thumbnail the header suffices. Calls are synchronous: nobody else waits here, and thousands of pictures are
 * read in a row.
 */
async function read(unread: PresentPicture, thumbnails: string | null): Promise<PictureReading> {
  const { source, state } = unread
  let { checksum } = unread
  try {
    const bytes = state === null ? undefined : readAsIndexed(source, state)
    checksum ??= createHash('sha256')
      .update(bytes ?? '')
      .digest('hex')
    const target = thumbnails === null ? undefined : cachedFile(thumbnails, checksum, '.webp')
    const isHeaderEnough = target === undefined || existsSync(target)
    if (!isHeaderEnough) mkdirSync(dirname(target), { recursive: true })
    const picture = bytes ?? source
    const finding = isHeaderEnough
      ? measure(await headerOf(picture))
      : await withPicture(picture, (opened) => shrink(opened, target, thumbnail))
    return { checksum, finding }
  } catch (error) {
    return { checksum, finding: error instanceof NotAsIndexed ? { missing: true } : failureBy(error) }
  }
}

function measure(header: Metadata): Size {
  const { width, height } = header.autoOrient
  if (width * height > maxPixels) throw new UnreadablePicture('too-large')
  if (isUnreadHevc(header)) throw new UnreadablePicture('hevc')
  return { width, height }
}

async function shrink(picture: Sharp, target: string, how: Shrinking): Promise<Size> {
  const { autoOrient } = await picture.metadata()
  const unfinished = `${target}.${process.pid}`
  await picture
    .autoOrient()
    .resize(how.side, how.side, { fit: 'inside', withoutEnlargement: true, kernel: how.kernel })
    .webp({ quality: 80, effort: how.effort })
    .toFile(unfinished)
  renameSync(unfinished, target)
  return { width: autoOrient.width, height: autoOrient.height }
}

async function render(picture: Sharp, target: string): Promise<Size> {
  const { autoOrient } = await picture.metadata()
  if (autoOrient.width * autoOrient.height > maxRenderedPixels) throw new UnreadablePicture('too-large')
  const unfinished = `${target}.${process.pid}`
  await picture
    .autoOrient()
    .flatten({ background: '#808080' })
    .toColourspace('srgb')
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toFile(unfinished)
  await rename(unfinished, target)
  return { width: autoOrient.width, height: autoOrient.height }
}

async function cut(picture: Sharp, target: string): Promise<Size> {
  const { autoOrient } = await picture.metadata()
  const unfinished = `${target}.${process.pid}.zip`
  try {
    await picture
      .autoOrient()
      .flatten({ background: '#808080' })
      .toColourspace('srgb')
      .jpeg({ quality: 86 })
      .tile({ size: tileSide, overlap: 0, layout: 'dz', container: 'zip', basename: 'tiles' })
      .toFile(unfinished)
    await rename(unfinished, target)
  } finally {
    await rm(unfinished, { force: true })
  }
  return { width: autoOrient.width, height: autoOrient.height }
}

process.on('disconnect', () => process.exit())
process.on('message', (request: PictureRequest) => void perform(request).then(tell))
tell('ready')

/** A killed server receives nothing; the worker then ends with the channel. */
function tell(message: PictureResult | 'ready'): void {
  process.send?.(message, undefined, undefined, (error) => error !== null && process.exit())
}
