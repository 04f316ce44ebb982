/**
 * A process that works on pixels of pictures from outside: one that crashes the decoder ends this process and not the
 * server. It ends with its parent.
 */
import sharp from 'sharp'
import { pictureOf } from '#platform/pictures/open-picture'
import { measurePixels } from './measures.ts'
import type { MeasureResult, PixelRequest, PixelResult, ShrinkResult } from './pixel-tasks.ts'

/** Pixels of the longer side that are held at once; larger pictures are made smaller first. */
const longestSide = 4_096

sharp.concurrency(1)
sharp.cache(false)
// Drawings can name other files; a picture never needs to.
sharp.block({ operation: ['VipsForeignLoadSvg'] })

async function perform(request: PixelRequest): Promise<PixelResult | { broken: string }> {
  try {
    // Bytes of a message have the class of the one who sent them or none.
    const content = Buffer.from(request.content)
    return request.task === 'measure' ? await measure(content) : await shrink(content, request.side)
  } catch (error) {
    return { broken: error instanceof Error ? error.message : String(error) }
  }
}

async function measure(content: Buffer): Promise<MeasureResult> {
  const picture = await pictureOf(content)
  const { width, height } = await picture.metadata()
  const upright = picture.autoOrient()
  if (Math.max(width, height) > longestSide) upright.resize(longestSide, longestSide, { fit: 'inside' })
  const { data, info } = await upright
    .removeAlpha()
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return measurePixels({ data, width: info.width, height: info.height })
}

async function shrink(content: Buffer, side: number): Promise<ShrinkResult> {
  const picture = await pictureOf(content)
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
