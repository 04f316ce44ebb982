/** Decodes untrusted images in a child process, so that a decoder crash does not end the server. Ends with its parent. */
import { type PictureProblem, pictureProblemOf } from '@vermilion/contract/pictures/problems'
import type { Sharp } from 'sharp'
import { withPicture } from '#platform/pictures/open-picture'
import { measurePixels } from './measures.ts'
import type { PixelRequest, PixelResult } from './pixel-tasks.ts'

const maxSide = 4_096

async function perform(request: PixelRequest): Promise<PixelResult | { broken: PictureProblem }> {
  try {
    return await withPicture(request.content, (picture) => {
      if (request.task === 'measure') return measure(picture)
      return request.task === 'png' ? toPng(picture, request.side) : shrink(picture, request.side)
    })
  } catch (error) {
    return { broken: pictureProblemOf(error) }
  }
}

async function measure(picture: Sharp): Promise<PixelResult> {
  const { data, info } = await picture
    .autoOrient()
    .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
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

async function toPng(picture: Sharp, side: number): Promise<PixelResult> {
  return {
    png: await picture
      .autoOrient()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png()
      .toBuffer(),
  }
}

process.on('disconnect', () => process.exit())
process.on('message', (request: PixelRequest) => void perform(request).then(tell))
tell('ready')

/** The channel breaks when the server is killed; then this process ends too. */
function tell(message: PixelResult | { broken: PictureProblem } | 'ready'): void {
  process.send?.(message, undefined, undefined, (error) => error !== null && process.exit())
}
