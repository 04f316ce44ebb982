/**
 * A process that reads pictures from outside, so that one which crashes the decoder, or exhausts its memory, ends this
 * process and not the server. It ends with its parent.
 */
import { createHash } from 'node:crypto'
import { access, mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { previewSide, tileSide } from '@vermilion/contract/files/previews'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { cachedFile } from './cache.ts'
import { readMetadata } from './metadata.ts'
import { NotAsIndexed, readAsIndexed } from './read-as-indexed.ts'
import { mostPixels, withPicture } from '#platform/pictures/open-picture'
import { isReadFailure } from './read-failure.ts'
import type {
  Broken,
  MissingContent,
  PictureReading,
  PictureRequest,
  PictureResult,
  Size,
  UnreadPicture,
} from './tasks.ts'

const thumbnailSide = 256

sharp.concurrency(1)
sharp.cache(false)
// Drawings can name other files; a picture never needs to.
sharp.block({ operation: ['VipsForeignLoadSvg'] })

async function perform(request: PictureRequest): Promise<PictureResult> {
  try {
    if (request.task === 'metadata') return await readMetadata(request.source)
    if (request.task === 'read') return { readings: await readAll(request.pictures, request.thumbnails) }
    return await withPicture(request.source, async (picture) => {
      if (request.task === 'pyramid') return cut(picture, request.pyramid)
      if (request.task === 'preview') return shrink(picture, request.preview, previewSide)
      return shrink(picture, request.thumbnail, thumbnailSide)
    })
  } catch (error) {
    return failureBy(error)
  }
}

function failureBy(error: unknown): Broken | MissingContent {
  if (isReadFailure(error)) return { missing: true, unread: error.message }
  return { broken: error instanceof Error ? error.message : String(error) }
}

async function readAll(pictures: readonly UnreadPicture[], thumbnails: string | null): Promise<PictureReading[]> {
  const readings: PictureReading[] = []
  for (const picture of pictures) readings.push(await read(picture, thumbnails))
  return readings
}

/** What the header says is enough where the picture has a thumbnail: it was decoded when that was made. */
async function read(unread: UnreadPicture, thumbnails: string | null): Promise<PictureReading> {
  const { source, state } = unread
  let { checksum } = unread
  try {
    const bytes = state === null ? undefined : await readAsIndexed(source, state)
    checksum ??= createHash('sha256')
      .update(bytes ?? '')
      .digest('hex')
    const target = thumbnails === null ? undefined : cachedFile(thumbnails, checksum, '.webp')
    const isHeaderEnough = target === undefined || (await isThere(target))
    if (!isHeaderEnough) await mkdir(dirname(target), { recursive: true })
    const work = (picture: Sharp) => (isHeaderEnough ? measure(picture) : shrink(picture, target, thumbnailSide))
    return { checksum, finding: await withPicture(bytes ?? source, work) }
  } catch (error) {
    return { checksum, finding: error instanceof NotAsIndexed ? { missing: true } : failureBy(error) }
  }
}

const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )

/** By the header alone. */
async function measure(picture: Sharp): Promise<Size | Broken> {
  const { width, height } = (await picture.metadata()).autoOrient
  return width * height > mostPixels ? { broken: 'the picture is too large' } : { width, height }
}

async function shrink(picture: Sharp, target: string, side: number): Promise<PictureResult<'preview'> | Broken> {
  const { autoOrient } = await picture.metadata()
  const unfinished = `${target}.${process.pid}`
  await picture
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    // A quarter faster than the usual effort, and as small.
    .webp({ quality: 80, effort: 2 })
    .toFile(unfinished)
  await rename(unfinished, target)
  return { width: autoOrient.width, height: autoOrient.height }
}

/** Cuts a picture into tiles of every size, in one uncompressed zip, going through it from the top once. */
async function cut(picture: Sharp, target: string): Promise<PictureResult<'pyramid'> | Broken> {
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

/** A server that was killed cannot be told anything; the worker then ends with the channel. */
function tell(message: PictureResult | 'ready'): void {
  process.send?.(message, undefined, undefined, (error) => error !== null && process.exit())
}
