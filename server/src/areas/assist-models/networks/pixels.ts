import { type PictureRegion, regionPixels } from '@vermilion/contract/image-search/embedding'
import sharp, { type Sharp } from 'sharp'
import { withPicture } from '#platform/pictures/open-picture'

interface PictureSize {
  readonly width: number
  readonly height: number
}

/** Channel normalization: (value - mean) / deviation, for values in 0 to 1. */
export interface Normalization {
  readonly mean: readonly [number, number, number]
  readonly deviation: readonly [number, number, number]
}

interface InputRequest {
  /** Side of the square input, or a function of the image size. */
  readonly side: number | ((size: PictureSize) => PictureSize)
  readonly normalization: Normalization
  /** True pads with gray on the right or bottom; otherwise the image is stretched. */
  readonly isPadded?: boolean
  readonly region?: PictureRegion | undefined
}

export interface PictureInput {
  readonly values: Float32Array
  readonly size: PictureSize
  readonly seen: PictureSize
}

const grey = { r: 128, g: 128, b: 128 }

export async function pictureInput(picture: Uint8Array, request: InputRequest): Promise<PictureInput | undefined> {
  try {
    return await withPicture(picture, async (opened) => {
      const size = (await opened.metadata()).autoOrient
      const { side } = request
      const fitted = typeof side === 'number' ? { width: side, height: side } : side(size)
      const rgb = await fittedTo(fitted, opened, size, request)
      return { values: planesOf(rgb, request.normalization), size, seen: fitted }
    })
  } catch {
    return undefined
  }
}

async function fittedTo(
  fitted: PictureSize,
  picture: Sharp,
  { width, height }: PictureSize,
  { isPadded = false, region }: InputRequest,
): Promise<Uint8Array> {
  const upright = picture.autoOrient()
  if (region !== undefined) upright.extract(regionPixels(region, { width, height }))
  const opaque = upright.flatten({ background: grey })
  if (isPadded) {
    const side = fitted.width
    const scale = side / Math.max(width, height)
    const inner = { width: atLeastOne(width * scale), height: atLeastOne(height * scale) }
    opaque
      .resize(inner.width, inner.height, { fit: 'fill', kernel: 'linear' })
      .extend({ right: side - inner.width, bottom: side - inner.height, background: grey })
  } else opaque.resize(fitted.width, fitted.height, { fit: 'fill', kernel: 'linear' })
  return opaque.toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer()
}

const atLeastOne = (pixels: number) => Math.max(1, Math.round(pixels))

function planesOf(rgb: Uint8Array, { mean, deviation }: Normalization): Float32Array {
  const plane = rgb.length / 3
  const values = new Float32Array(3 * plane)
  for (let channel = 0; channel < 3; channel += 1) {
    for (let i = 0; i < plane; i += 1)
      values[channel * plane + i] = (rgb[i * 3 + channel]! / 255 - mean[channel]!) / deviation[channel]!
  }
  return values
}

export const greyPicture = (side: number): Promise<Uint8Array> =>
  sharp({ create: { width: side, height: side, channels: 3, background: grey } })
    .png()
    .toBuffer()
