import { ContentError } from '../problems/content-error.ts'
import { bytesOfRow, type PngHeader, pngSignature, samplesOf } from './chunks.ts'
import { chunksOf } from './encode.ts'

export class PngError extends ContentError {}

export interface PngRows {
  header: PngHeader
  palette: number[]
  /** Gray value, palette index or `0xrrggbb` per pixel; -1 when fully transparent. The array is reused for the next row. */
  rows: AsyncGenerator<Int32Array>
  close: () => Promise<void>
}

const maxPixels = 500_000_000

/** Reads a PNG row by row. Throws `PngError`, also while iterating. Interlaced files are unsupported. */
export async function decodePng(content: AsyncIterable<Uint8Array>): Promise<PngRows> {
  const source = createSource(content)
  try {
    return await decodeFrom(source)
  } catch (error) {
    await source.close()
    throw error
  }
}

async function decodeFrom(source: Source): Promise<PngRows> {
  const signature = await source.readExactly(8)
  if (signature.some((byte, at) => byte !== pngSignature[at]))
    throw new PngError({ en: 'the signature is missing', zh: '缺少文件标识' })
  const palette: number[] = []
  let header: PngHeader | null = null
  for (;;) {
    const { type, length } = await source.chunk()
    if (type === 'IDAT') {
      if (header === null) throw new PngError({ en: 'IHDR is missing', zh: '缺少 IHDR' })
      const rows = rowsOf(header, inflated(source, length))
      const close = async () => {
        await rows.return(undefined)
        await source.close()
      }
      return { header, palette, rows, close }
    }
    if (type === 'IEND') throw new PngError({ en: 'there are no pixels', zh: '没有像素' })
    if (length > 1_000_000 && type !== 'IHDR') {
      await source.skip(length + 4)
      continue
    }
    const data = await source.readExactly(length)
    await source.skip(4)
    if (type === 'IHDR') header = readHeader(data)
    if (type === 'PLTE')
      for (let at = 0; at + 2 < data.length; at += 3)
        palette.push((data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!)
  }
}

function readHeader(data: Uint8Array): PngHeader {
  if (data.length < 13) throw new PngError({ en: 'IHDR is too short', zh: 'IHDR 过短' })
  const view = new DataView(data.buffer, data.byteOffset)
  const header = { width: view.getUint32(0), height: view.getUint32(4), depth: data[8]!, colourType: data[9]! }
  if (header.width === 0 || header.height === 0 || header.width * header.height > maxPixels) {
    throw new PngError({
      en: `${header.width} × ${header.height} pixels`,
      zh: `${header.width} × ${header.height} 像素`,
    })
  }
  const isKnown =
    samplesOf(header) > 0 && [1, 2, 4, 8, 16].includes(header.depth) && (header.depth >= 8 || samplesOf(header) === 1)
  if (!isKnown)
    throw new PngError({
      en: `${header.depth} bits of colour type ${header.colourType}`,
      zh: `颜色类型 ${header.colourType} 不支持 ${header.depth} 位`,
    })
  if (data[12] !== 0) throw new PngError({ en: 'interlaced', zh: '隔行扫描' })
  return header
}

type Source = ReturnType<typeof createSource>

function createSource(content: AsyncIterable<Uint8Array>) {
  const chunks = content[Symbol.asyncIterator]()
  let buffer = new Uint8Array(0)
  /** Reads at least one and at most `most` bytes. */
  async function some(most: number): Promise<Uint8Array> {
    while (buffer.length === 0) {
      const next = await chunks.next()
      if (next.done) throw new PngError({ en: 'it ends in the middle', zh: '内容不完整，中途结束' })
      buffer = new Uint8Array(next.value)
    }
    const bytes = buffer.subarray(0, most)
    buffer = buffer.subarray(bytes.length)
    return bytes
  }
  async function readExactly(length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(length)
    for (let at = 0; at < length;) {
      const piece = await some(length - at)
      bytes.set(piece, at)
      at += piece.length
    }
    return bytes
  }
  return {
    some,
    readExactly,
    async close(): Promise<void> {
      await chunks.return?.()
    },
    async skip(length: number): Promise<void> {
      for (let left = length; left > 0;) left -= (await some(left)).length
    },
    async chunk(): Promise<{ type: string; length: number }> {
      const head = await readExactly(8)
      return { length: new DataView(head.buffer).getUint32(0), type: String.fromCharCode(...head.subarray(4)) }
    },
  }
}

async function* inflated(source: Source, first: number): AsyncGenerator<Uint8Array> {
  const inflater = new DecompressionStream('deflate')
  const writer = inflater.writable.getWriter()
  const feed = async () => {
    for (let length = first; ;) {
      for (let left = length; left > 0;) {
        const piece = await source.some(left)
        await writer.write(new Uint8Array(piece))
        left -= piece.length
      }
      await source.skip(4)
      const next = await source.chunk()
      if (next.type !== 'IDAT') break
      length = next.length
    }
    await writer.close()
  }
  const feeding = feed().catch(async (error: unknown) => {
    await writer.abort(error).catch(() => undefined)
  })
  try {
    yield* chunksOf(inflater.readable)
    await feeding
  } catch (error) {
    throw error instanceof PngError
      ? error
      : new PngError({ en: 'its pixels cannot be unpacked', zh: '像素数据无法解压' })
  } finally {
    await source.close()
  }
}

async function* rowsOf(header: PngHeader, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Int32Array> {
  const length = bytesOfRow(header)
  const step = Math.max(1, (samplesOf(header) * header.depth) >> 3)
  let [row, above] = [new Uint8Array(length), new Uint8Array(length)]
  const values = new Int32Array(header.width)
  let [filter, at, done] = [-1, 0, 0]
  for await (const chunk of bytes) {
    for (let from = 0; from < chunk.length && done < header.height;) {
      if (filter < 0) {
        filter = chunk[from]!
        from += 1
        continue
      }
      const count = Math.min(length - at, chunk.length - from)
      row.set(chunk.subarray(from, from + count), at)
      at += count
      from += count
      if (at < length) continue
      unfilter(row, above, filter, step)
      readValues(row, header, values)
      yield values
      ;[row, above] = [above, row]
      ;[filter, at] = [-1, 0]
      done += 1
    }
    // A decompression bomb's excess beyond the pixels is never unpacked.
    if (done === header.height) return
  }
  throw new PngError({ en: 'it ends in the middle', zh: '内容不完整，中途结束' })
}

function unfilter(row: Uint8Array, above: Uint8Array, filter: number, step: number): void {
  if (filter > 4) throw new PngError({ en: `filter ${filter}`, zh: `滤波器 ${filter}` })
  if (filter === 0) return
  for (let at = 0; at < row.length; at += 1) {
    const left = at >= step ? row[at - step]! : 0
    const up = above[at]!
    const corner = at >= step ? above[at - step]! : 0
    const guess = filter === 1 ? left : filter === 2 ? up : filter === 3 ? (left + up) >> 1 : paeth(left, up, corner)
    row[at] = (row[at]! + guess) & 255
  }
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  return a <= b && a <= c ? left : b <= c ? up : corner
}

function readValues(row: Uint8Array, header: PngHeader, values: Int32Array): void {
  const { depth, width } = header
  const channels = samplesOf(header)
  if (depth < 8) {
    const mask = (1 << depth) - 1
    for (let at = 0; at < width; at += 1) {
      const bit = at * depth
      values[at] = (row[bit >> 3]! >> (8 - depth - (bit & 7))) & mask
    }
    return
  }
  const size = depth >> 3
  for (let at = 0; at < width; at += 1) {
    const start = at * channels * size
    if (channels < 3) values[at] = size === 2 ? (row[start]! << 8) | row[start + 1]! : row[start]!
    else values[at] = (row[start]! << 16) | (row[start + size]! << 8) | row[start + 2 * size]!
    const hasAlpha = channels === 2 || channels === 4
    if (hasAlpha && row[start + (channels - 1) * size] === 0) values[at] = -1
  }
}
