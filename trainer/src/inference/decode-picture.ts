import sharp from 'sharp'
import type { Pixels } from '../data/decode-image.ts'

// Drawings can name other files; a picture never needs to.
const drawings = ['VipsForeignLoadSvg']
sharp.block({ operation: drawings })

interface Limits {
  /** Pixels of the longer side; larger pictures are made smaller first. */
  longestSide?: number
  /** Pixels in all; larger pictures are refused. */
  mostPixels?: number
}

/** The upright picture of bytes that anybody sent. */
export async function decodePicture(image: Uint8Array, { longestSide, mostPixels }: Limits): Promise<Pixels> {
  const picture = sharp(image, { failOn: 'error' })
  const { width, height } = await picture.metadata()
  if (mostPixels !== undefined && width * height > mostPixels)
    throw new Error(`it has ${width} × ${height} pixels, and up to ${mostPixels / 1e6} million are read`)
  const upright = picture.autoOrient()
  if (longestSide !== undefined && Math.max(width, height) > longestSide)
    upright.resize(longestSide, longestSide, { fit: 'inside' })
  const bytes = upright.toColourspace('srgb').removeAlpha().raw({ depth: 'uchar' })
  const { data, info } = await bytes.toBuffer({ resolveWithObject: true })
  return { rgb: data, width: info.width, height: info.height }
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
