import { UnreadablePicture } from '@vermilion/contract/pictures/problems'
import type { ShownRange } from '@vermilion/contract/pictures/shown-range'
import sharp from 'sharp'
import { type Pixels, pixelsOf } from '../data/decode-image.ts'
import { blockDrawings, openBytes } from '../data/open-picture.ts'

const drawings = ['VipsForeignLoadSvg']
blockDrawings()

interface Limits {
  /** Pixels of the longer side; larger pictures are made smaller first. */
  maxSide?: number
  /** Pixels in all; larger pictures are refused. */
  maxPixels?: number
}

export interface DecodedPicture extends Pixels {
  /** The values that became black and white; null where they are as they were. */
  range: ShownRange | null
}

/** The upright picture of bytes that anybody sent. Throws `UnreadablePicture`, or what the decoder says. */
export async function decodePicture(image: Uint8Array, { maxSide, maxPixels }: Limits): Promise<DecodedPicture> {
  const { picture, range } = await openBytes(image)
  const { width, height } = await picture.metadata()
  if (maxPixels !== undefined && width * height > maxPixels)
    throw new UnreadablePicture('too-large', { width, height, most: maxPixels })
  if (maxSide !== undefined && Math.max(width, height) > maxSide) picture.resize(maxSide, maxSide, { fit: 'inside' })
  return { ...(await pixelsOf(picture)), range }
}

/** Lets drawings of our own be read meanwhile: nothing that anybody sent may be decoded then. */
export async function withDrawings<Result>(work: () => Promise<Result>): Promise<Result> {
  sharp.unblock({ operation: drawings })
  try {
    return await work()
  } finally {
    sharp.block({ operation: drawings })
  }
}
