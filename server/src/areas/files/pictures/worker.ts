/**
 * A process that reads pictures from outside, so that one which crashes the decoder, or exhausts its memory, ends this
 * process and not the server. It ends with its parent.
 */
import { rename, rm } from 'node:fs/promises'
import { previewSide, tileSide } from '@vermilion/contract/previews'
import sharp from 'sharp'
import type { LocalFile } from '#platform/blobs/blob-store'
import { readMetadata } from './metadata.ts'
import { openPicture } from './open.ts'
import type { Broken, PictureAnswer, PictureRequest } from './tasks.ts'

const thumbnailSide = 256

sharp.concurrency(1)
sharp.cache(false)
// Drawings can name other files; a picture never needs to.
sharp.block({ operation: ['VipsForeignLoadSvg'] })

async function perform(request: PictureRequest): Promise<PictureAnswer> {
  try {
    if (request.task === 'metadata') return await readMetadata(request.source)
    if (request.task === 'pyramid') return await cut(request.source, request.pyramid)
    if (request.task === 'preview') return await shrink(request.source, request.preview, previewSide)
    return await shrink(request.source, request.thumbnail, thumbnailSide)
  } catch (error) {
    return { broken: error instanceof Error ? error.message : String(error) }
  }
}

async function shrink(source: LocalFile, target: string, side: number): Promise<PictureAnswer<'preview'> | Broken> {
  const picture = await openPicture(source)
  const { autoOrient } = await picture.metadata()
  const unfinished = `${target}.${process.pid}`
  await picture
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toFile(unfinished)
  await rename(unfinished, target)
  return { width: autoOrient.width, height: autoOrient.height }
}

/** Cuts a picture into tiles of every size, in one uncompressed zip, going through it from the top once. */
async function cut(source: LocalFile, target: string): Promise<PictureAnswer<'pyramid'> | Broken> {
  const picture = await openPicture(source)
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
function tell(message: PictureAnswer | 'ready'): void {
  process.send?.(message, undefined, undefined, (error) => error !== null && process.exit())
}
