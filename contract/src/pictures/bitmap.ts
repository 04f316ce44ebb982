import { UnreadablePicture } from './problems.ts'

/** Decoded pixels: rows from the top, 3 bytes (red, green, blue) per pixel. */
export interface RawPicture {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

export const bitmapHeaderSize = 54
/** Values of `biCompression`: none, and 32-bit pixels with masks, which in practice are always blue-green-red. */
const compressions = [0, 3]
const maxSide = 32_768

export function isBitmap(start: Uint8Array): boolean {
  return start[0] === 0x42 && start[1] === 0x4d
}

interface BitmapHeader {
  readonly pixelsAt: number
  readonly paletteAt: number
  readonly width: number
  readonly height: number
  readonly isFromTop: boolean
  readonly bits: number
  readonly stride: number
  readonly size: number
}

/**
 * Reads the header of an uncompressed Windows bitmap of 8 (palette), 24 or 32 bits per pixel, as written by industrial cameras
 * and unsupported by the decoder. Throws `UnreadablePicture`. Format:
 * https://learn.microsoft.com/windows/win32/api/wingdi/ns-wingdi-bitmapinfoheader
 */
export function readBitmapHeader(start: Uint8Array): BitmapHeader {
  if (start.length < bitmapHeaderSize || !isBitmap(start)) throw new UnreadablePicture('damaged')
  const view = new DataView(start.buffer, start.byteOffset, start.byteLength)
  const pixelsAt = view.getUint32(10, true)
  const width = view.getInt32(18, true)
  const signedHeight = view.getInt32(22, true)
  const bits = view.getUint16(28, true)
  const height = Math.abs(signedHeight)
  if (width < 1 || height < 1) throw new UnreadablePicture('damaged')
  if (width > maxSide || height > maxSide) throw new UnreadablePicture('too-large')
  if (![8, 24, 32].includes(bits) || !compressions.includes(view.getUint32(30, true)))
    throw new UnreadablePicture('unknown-format')
  const stride = Math.ceil((width * bits) / 32) * 4
  const paletteAt = 14 + view.getUint32(14, true)
  return {
    pixelsAt,
    paletteAt,
    width,
    height,
    isFromTop: signedHeight < 0,
    bits,
    stride,
    size: pixelsAt + stride * height,
  }
}

export function decodeBitmap(file: Uint8Array): RawPicture {
  const { pixelsAt, paletteAt, width, height, isFromTop, bits, stride, size } = readBitmapHeader(file)
  if (file.length < size) throw new UnreadablePicture('damaged')
  const bytes = bits / 8
  const palette = bits === 8 ? file.subarray(paletteAt, pixelsAt) : undefined
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++) {
    const row = pixelsAt + stride * (isFromTop ? y : height - 1 - y)
    for (let x = 0; x < width; x++) {
      const source = palette ?? file
      const at = palette === undefined ? row + x * bytes : (file[row + x] ?? 0) * 4
      const to = (y * width + x) * 3
      data[to] = source[at + 2] ?? 0
      data[to + 1] = source[at + 1] ?? 0
      data[to + 2] = source[at] ?? 0
    }
  }
  return { data, width, height }
}
