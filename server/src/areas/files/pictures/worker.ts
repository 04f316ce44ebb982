/**
 * A process that reads pictures from outside, so that one which crashes the decoder, or exhausts its memory, ends this
 * process and not the server. It ends with its parent.
 */
import { open, readFile, rename } from 'node:fs/promises'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { openInFolder } from '#platform/blobs/folder-file'
import { decodeBitmap, isBitmap } from './bitmap.ts'

export interface PictureRequest {
  readonly source: string
  /** Of a file in somebody else's folder, the folder that the source is relative to. */
  readonly within?: string | null
  /** File that the thumbnail is written to, whole or not at all. */
  readonly thumbnail: string
}

/** Pixels of the upright picture, or why it does not decode. */
export type PictureAnswer = { width: number; height: number } | { broken: string }
/** `gone`: the content is not where it was. */
export type PictureFinding = PictureAnswer | { gone: true }

export const thumbnailSide = 256
/** A header may claim more pixels than any memory holds; this is about 23,000 × 23,000. */
const mostPixels = 512 * 1024 * 1024

sharp.concurrency(1)
sharp.cache(false)
// Drawings can name other files; a picture never needs to.
sharp.block({ operation: ['VipsForeignLoadSvg'] })

async function examine({ source, within, thumbnail }: PictureRequest): Promise<PictureAnswer> {
  try {
    const picture = await openPicture(within == null ? source : await contentOf(within, source))
    const { autoOrient } = await picture.metadata()
    const unfinished = `${thumbnail}.${process.pid}`
    await picture
      .autoOrient()
      .resize(thumbnailSide, thumbnailSide, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toFile(unfinished)
    await rename(unfinished, thumbnail)
    return { width: autoOrient.width, height: autoOrient.height }
  } catch (error) {
    return { broken: error instanceof Error ? error.message : String(error) }
  }
}

/** A picture in somebody else's folder is taken into memory, so that it is the one that was opened with care. */
async function contentOf(folder: string, path: string): Promise<Buffer> {
  const { handle } = await openInFolder(folder, path)
  try {
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}

async function openPicture(source: string | Buffer): Promise<Sharp> {
  if (!isBitmap(typeof source === 'string' ? await firstBytes(source) : source)) {
    return sharp(source, { failOn: 'error', limitInputPixels: mostPixels, sequentialRead: true })
  }
  const { data, width, height } = decodeBitmap(typeof source === 'string' ? await readFile(source) : source)
  return sharp(data, { raw: { width, height, channels: 3 } })
}

async function firstBytes(file: string): Promise<Uint8Array> {
  const handle = await open(file, 'r')
  try {
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
    return buffer
  } finally {
    await handle.close()
  }
}

process.on('disconnect', () => process.exit())
process.on('message', (request: PictureRequest) => void examine(request).then(tell))
tell('ready')

/** A server that was killed cannot be told anything; the worker then ends with the channel. */
function tell(message: PictureAnswer | 'ready'): void {
  process.send?.(message, undefined, undefined, (error) => error !== null && process.exit())
}
