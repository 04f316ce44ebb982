import type { FileReader, ImageSize } from '../codec.ts'

/** Headers lie within this many bytes, unless a large picture is embedded before them. */
const maxBytes = 4 * 1024 * 1024

type Reader = (bytes: DataView) => ImageSize | null | 'more'

const letters = (bytes: DataView, at: number, text: string): boolean =>
  at + text.length <= bytes.byteLength &&
  Array.from(text).every((letter, index) => bytes.getUint8(at + index) === letter.charCodeAt(0))

const readers: readonly { begins: (bytes: DataView) => boolean; read: Reader }[] = [
  {
    begins: (bytes) => letters(bytes, 1, 'PNG'),
    read: (bytes) => sized(bytes, 24, () => [bytes.getUint32(16), bytes.getUint32(20)]),
  },
  {
    begins: (bytes) => letters(bytes, 0, 'GIF8'),
    read: (bytes) => sized(bytes, 10, () => [bytes.getUint16(6, true), bytes.getUint16(8, true)]),
  },
  {
    begins: (bytes) => letters(bytes, 0, 'BM'),
    read: (bytes) => sized(bytes, 26, () => [bytes.getInt32(18, true), Math.abs(bytes.getInt32(22, true))]),
  },
  { begins: (bytes) => letters(bytes, 0, 'RIFF') && letters(bytes, 8, 'WEBP'), read: readWebp },
  { begins: (bytes) => bytes.byteLength > 2 && bytes.getUint16(0) === 0xffd8, read: readJpeg },
]

function sized(bytes: DataView, needed: number, read: () => [number, number]): ImageSize | null | 'more' {
  if (bytes.byteLength < needed) return 'more'
  const [width, height] = read()
  return width > 0 && height > 0 ? { width, height } : null
}

function readWebp(bytes: DataView): ImageSize | null | 'more' {
  return sized(bytes, 30, () => {
    if (letters(bytes, 12, 'VP8X')) {
      const part = (at: number) => 1 + bytes.getUint16(at, true) + (bytes.getUint8(at + 2) << 16)
      return [part(24), part(27)]
    }
    if (letters(bytes, 12, 'VP8L')) {
      const bits = bytes.getUint32(21, true)
      return [1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff)]
    }
    return [bytes.getUint16(26, true) & 0x3fff, bytes.getUint16(28, true) & 0x3fff]
  })
}

/** Size from the frame header, with EXIF orientation applied. */
function readJpeg(bytes: DataView): ImageSize | null | 'more' {
  let isTurned = false
  for (let at = 2; ;) {
    if (at + 9 > bytes.byteLength) return 'more'
    if (bytes.getUint8(at) !== 0xff) return null
    const marker = bytes.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    const length = bytes.getUint16(at + 2)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) {
      const [height, width] = [bytes.getUint16(at + 5), bytes.getUint16(at + 7)]
      if (width === 0 || height === 0) return null
      return isTurned ? { width: height, height: width } : { width, height }
    }
    if (marker === 0xe1 && letters(bytes, at + 4, 'Exif')) {
      if (at + 2 + length > bytes.byteLength) return 'more'
      isTurned = orientationOf(new DataView(bytes.buffer, bytes.byteOffset + at + 10, length - 8)) > 4
    }
    at += 2 + length
  }
}

function orientationOf(notes: DataView): number {
  if (notes.byteLength < 8) return 1
  const isLittle = letters(notes, 0, 'II')
  const start = notes.getUint32(4, isLittle)
  if (start + 2 > notes.byteLength) return 1
  const count = notes.getUint16(start, isLittle)
  for (let entry = 0; entry < count; entry += 1) {
    const at = start + 2 + entry * 12
    if (at + 12 > notes.byteLength) return 1
    if (notes.getUint16(at, isLittle) === 0x0112) return notes.getUint16(at + 8, isLittle)
  }
  return 1
}

/** Size of an image that is neither at hand nor stated by its annotations: labels are in its own pixels. */
export const unknownSize: ImageSize = { width: 0, height: 0 }

/** Size of the upright image from the reader, else from the file's header; null when neither knows. */
export async function imageSizeOf(reader: FileReader, path: string, file: string | null): Promise<ImageSize | null> {
  const statedSize = await reader.imageSize?.(path)
  if (statedSize) return statedSize
  if (file === null) return null
  let buffer = new Uint8Array(0)
  for await (const chunk of reader.open(file)) {
    const longer = new Uint8Array(buffer.length + chunk.length)
    longer.set(buffer)
    longer.set(chunk, buffer.length)
    buffer = longer
    if (buffer.length < 16) continue
    const bytes = new DataView(buffer.buffer)
    const size = readers.find(({ begins }) => begins(bytes))?.read(bytes) ?? null
    if (size !== 'more') return size
    if (buffer.length > maxBytes) return null
  }
  return null
}
