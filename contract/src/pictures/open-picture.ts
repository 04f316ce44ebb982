import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { bitmapHeaderSize, decodeBitmap, isBitmap, readBitmapHeader } from './bitmap.ts'
import { UnreadablePicture } from './problems.ts'
import { type PixelDepth, shownRange, type ShownRange } from './shown-range.ts'

/** Limit on the pixels stated by a header, about 23,000 × 23,000. */
export const maxPixels = 512 * 1024 * 1024
/** Memory limit for pixels of pictures that must be fully decoded before processing. */
export const maxHeldBytes = 256 * 1024 * 1024
export const startSize = bitmapHeaderSize
/** Longer side in pixels of the sample used to find the value range. */
const sampleSide = 1024

/** The decoder (sharp), passed in so that the contract does not depend on it. */
export interface Decoder {
  (source: string | Uint8Array, options: SharpOptions): Sharp
  readonly format: { readonly heif?: { readonly input: { readonly fileSuffix?: readonly string[] } } }
}

export interface PictureSource {
  readonly source: string | Uint8Array
  readonly start: Uint8Array
  read(size: number): Promise<Uint8Array>
}

const readOptions: SharpOptions = { failOn: 'error', limitInputPixels: maxPixels, sequentialRead: true }

/** One way for previews, tiles, studio and models. Throws `UnreadablePicture`, and errors of the decoder. */
export async function openPicture(decoder: Decoder, picture: PictureSource): Promise<Sharp> {
  return (await openWithRange(decoder, picture)).picture
}

/** Opens a picture with its value range mapped to 8 bits; null when values are used as they are. */
export async function openWithRange(
  decoder: Decoder,
  { source, start, read }: PictureSource,
): Promise<{ picture: Sharp; range: ShownRange | null }> {
  if (isBitmap(start)) {
    const { size } = readBitmapHeader(start)
    if (size > maxHeldBytes) throw new UnreadablePicture('too-large')
    return { picture: ofPixels(decoder, decodeBitmap(await read(size))), range: null }
  }
  const open = () => decoder(source, readOptions)
  if (isPlain(start)) return { picture: open(), range: null }
  const metadata = await open().metadata()
  if (isForeignHevc(decoder, metadata)) throw new UnreadablePicture('hevc')
  const { depth, channels } = metadata
  if (depth === 'uchar' || channels > 4 || metadata.format === 'heif') return { picture: open(), range: null }
  const range = shownRange(await sampleOf(open, metadata), depth as PixelDepth)
  if (range === undefined) return { picture: open(), range: null }
  return { picture: ofPixels(decoder, await stretched(open, metadata, range)), range }
}

export async function readHeader(decoder: Decoder, { source, start }: PictureSource): Promise<Metadata> {
  if (!isBitmap(start)) return decoder(source, readOptions).metadata()
  const { width, height } = readBitmapHeader(start)
  const metadata = await ofPixels(decoder, { data: new Uint8Array(3), width: 1, height: 1 }).metadata()
  return { ...metadata, width, height, autoOrient: { width, height } }
}

/** True for an HEVC picture whose header the decoder reads but not its pixels. */
export const isForeignHevc = ({ format }: Decoder, { compression }: Metadata): boolean =>
  compression === 'hevc' && format.heif?.input.fileSuffix?.includes('.heic') !== true

/** True when the first bytes rule out more than 8 bits per value: most pictures, which are then opened only once. */
function isPlain(start: Uint8Array): boolean {
  const [first, second, third, fourth] = start
  if (first === 0xff && second === 0xd8) return true
  if (first === 0x89 && second === 0x50) return (start[24] ?? 16) <= 8
  const mark = String.fromCharCode(first ?? 0, second ?? 0, third ?? 0, fourth ?? 0)
  return mark === 'GIF8' || mark === 'RIFF'
}

const ofPixels = (decoder: Decoder, { data, width, height, channels = 3 }: Pixels) =>
  decoder(data, { limitInputPixels: maxPixels, raw: { width, height, channels } })

interface Pixels {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
  readonly channels?: 1 | 2 | 3 | 4
}

const unconverted = (picture: Sharp, { space }: Metadata) =>
  picture.removeAlpha().pipelineColourspace(space).toColourspace(space)

/** Offset for signed 16-bit values, which the decoder would clip at 0. */
const signedShift = 32_768

async function sampleOf(open: () => Sharp, metadata: Metadata): Promise<Float32Array> {
  const limits = { fit: 'inside', kernel: 'nearest', withoutEnlargement: true } as const
  const small = unconverted(open().resize(sampleSide, sampleSide, limits), metadata)
  const shift = metadata.depth === 'short' ? signedShift : 0
  const data = await (shift === 0 ? small : small.linear(1, shift)).raw({ depth: 'float' }).toBuffer()
  return floatsOf(data).map((value) => value - shift)
}

const floatsOf = (data: Uint8Array) => new Float32Array(Uint8Array.from(data).buffer)

async function stretched(open: () => Sharp, metadata: Metadata, { black, white }: ShownRange): Promise<Pixels> {
  const { width, height, channels, depth } = metadata
  const isFloat = depth === 'float' || depth === 'double'
  if (width * height * channels * (isFloat ? 4 : 1) > maxHeldBytes) throw new UnreadablePicture('too-large')
  const factor = 255 / (white - black)
  const upright = unconverted(open().autoOrient(), metadata)
  if (!isFloat) {
    const shifted = upright.linear(factor, -black * factor).raw({ depth: 'uchar' })
    const { data, info } = await shifted.toBuffer({ resolveWithObject: true })
    return { data, ...info }
  }
  // The decoder turns NaN white.
  const { data, info } = await upright.raw({ depth: 'float' }).toBuffer({ resolveWithObject: true })
  return { data: new Uint8Array(Uint8ClampedArray.from(floatsOf(data), (value) => (value - black) * factor)), ...info }
}
