import { UnreadablePicture } from '@vermilion/contract/pictures/problems'
import type { ShownRange } from '@vermilion/contract/pictures/shown-range'
import sharp from 'sharp'
import { type Pixels, pixelsOf } from '../data/decode-image.ts'
import { blockDrawings, openBytes } from '../data/open-picture.ts'

const drawings = ['VipsForeignLoadSvg']
blockDrawings()

interface Limits {
  /** Longer side in pixels; larger pictures are shrunk. */
  maxSide?: number
  maxPixels?: number
}

export interface DecodedPicture extends Pixels {
  /** Values mapped to black and white; null when unchanged. */
  range: ShownRange | null
}

/** Decodes user-supplied bytes to the upright picture. Throws `UnreadablePicture`, or the decoder's error. */
export async function decodePicture(image: Uint8Array, { maxSide, maxPixels }: Limits): Promise<DecodedPicture> {
  const { picture, range } = await openBytes(image)
  const { width, height } = await picture.metadata()
  if (maxPixels !== undefined && width * height > maxPixels)
    throw new UnreadablePicture('too-large', { width, height, most: maxPixels })
  if (maxSide !== undefined && Math.max(width, height) > maxSide) picture.resize(maxSide, maxSide, { fit: 'inside' })
  return { ...(await pixelsOf(picture)), range }
}

/** Enables SVG decoding for own drawings meanwhile; no user-supplied file may be decoded then. */
export async function withDrawings<Result>(work: () => Promise<Result>): Promise<Result> {
  sharp.unblock({ operation: drawings })
  try {
    return await work()
  } finally {
    sharp.block({ operation: drawings })
  }
}
