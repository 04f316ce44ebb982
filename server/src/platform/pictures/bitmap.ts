/** Pixels as sharp takes them: rows from the top, 3 bytes (red, green, blue) a pixel. */
export interface RawPicture {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

const headerSize = 54
/** Values of `biCompression`: none, and 32-bit pixels with masks, which in practice are always blue-green-red. */
const compressions = [0, 3]
const largestSide = 32_768

export function isBitmap(start: Uint8Array): boolean {
  return start[0] === 0x42 && start[1] === 0x4d
}

/**
 * Reads an uncompressed Windows bitmap of 8 (palette), 24 or 32 bits a pixel: what industrial cameras write, and what
 * sharp does not read. Throws an Error that says what is wrong with the content.
 * Format: https://learn.microsoft.com/windows/win32/api/wingdi/ns-wingdi-bitmapinfoheader
 */
export function decodeBitmap(file: Buffer): RawPicture {
  if (file.length < headerSize || !isBitmap(file)) throw new Error('not a bitmap')
  const pixelsAt = file.readUInt32LE(10)
  const infoSize = file.readUInt32LE(14)
  const width = file.readInt32LE(18)
  const signedHeight = file.readInt32LE(22)
  const bits = file.readUInt16LE(28)
  const height = Math.abs(signedHeight)
  if (width < 1 || height < 1 || width > largestSide || height > largestSide) throw new Error('impossible dimensions')
  if (![8, 24, 32].includes(bits) || !compressions.includes(file.readUInt32LE(30))) throw new Error('unknown variant')

  const bytes = bits / 8
  const stride = Math.ceil((width * bytes) / 4) * 4
  if (file.length < pixelsAt + stride * height) throw new Error('the file ends too early')
  const palette = bits === 8 ? file.subarray(14 + infoSize, pixelsAt) : undefined
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++) {
    const row = pixelsAt + stride * (signedHeight > 0 ? height - 1 - y : y)
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
