/**
 * A process that works on pixels of pictures from outside: one that crashes the decoder ends this process and not the
 * server. It ends with its parent.
 */
import sharp, { type Sharp } from 'sharp'
import { pictureOf, withPicture } from '#platform/pictures/open-picture'
import { measurePixels } from './measures.ts'
import type { PixelRequest, PixelResult } from './pixel-tasks.ts'

/** Pixels of the longer side that are held at once; larger pictures are made smaller first. */
const longestSide = 4_096

sharp.concurrency(1)
sharp.cache(false)
// Drawings can name other files; a picture never needs to.
sharp.block({ operation: ['VipsForeignLoadSvg'] })

async function perform(request: PixelRequest): Promise<PixelResult | { broken: string }> {
  try {
    const work = (picture: Sharp) => (request.task === 'measure' ? measure(picture) : shrink(picture, request.side))
    const { content } = request
    if ('file' in content) return await withPicture(content, work)
    return await work(await pictureOf(Buffer.from(content.buffer, content.byteOffset, content.byteLength)))
  } catch (error) {
    return { broken: error instanceof Error ? error.message : String(error) }
  }
}

async function measure(picture: Sharp): Promise<PixelResult> {
  const { data, info } = await picture
    .autoOrient()
    .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return measurePixels({ data, width: info.width, height: info.height })
}

async function shrink(picture: Sharp, side: number): Promise<PixelResult> {
  const jpeg = await picture
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#808080' })
    .toColourspace('srgb')
    .jpeg({ quality: 85 })
    .toBuffer()
  return { jpeg }
}

process.on('disconnect', () => process.exit())
process.on('message', (request: PixelRequest) => void perform(request).then(tell))
tell('ready')

/** A server that was killed cannot be told anything; the process then ends with the channel. */
function tell(message: PixelResult | { broken: string } | 'ready'): void {
  process.send?.(message, undefined, undefined, (error) => error !== null && process.exit())
}
