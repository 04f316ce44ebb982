import { pngChunk, pngSignature } from './chunks.ts'

export interface PngPicture {
  width: number
  height: number
  /** Palette as `0xrrggbb` for one byte per pixel; `grey` for gray values, `rgb` for three bytes per pixel. */
  colours: readonly number[] | 'grey' | 'rgb'
  rows: Iterable<Uint8Array>
}

const rowsAtOnce = 64

export async function* encodePng({ width, height, colours, rows }: PngPicture): AsyncGenerator<Uint8Array> {
  yield pngSignature
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  header.set([8, colours === 'grey' ? 0 : colours === 'rgb' ? 2 : 3, 0, 0, 0], 8)
  yield pngChunk('IHDR', header)
  if (typeof colours !== 'string') {
    yield pngChunk(
      'PLTE',
      Uint8Array.from(colours.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255])),
    )
  }
  const deflater = new CompressionStream('deflate')
  const writing = write(deflater.writable, rows, width * (colours === 'rgb' ? 3 : 1))
  // An error in the rows surfaces in the reader below.
  writing.catch(() => undefined)
  for await (const bytes of chunksOf(deflater.readable)) yield pngChunk('IDAT', bytes)
  await writing
  yield pngChunk('IEND', new Uint8Array(0))
}

async function write(
  to: WritableStream<Uint8Array<ArrayBuffer>>,
  rows: Iterable<Uint8Array>,
  length: number,
): Promise<void> {
  const writer = to.getWriter()
  try {
    let block = new Uint8Array(rowsAtOnce * (length + 1))
    let heldBytes = 0
    for (const row of rows) {
      // Each row starts with its filter type: none.
      block.set(row.subarray(0, length), heldBytes * (length + 1) + 1)
      heldBytes += 1
      if (heldBytes < rowsAtOnce) continue
      await writer.write(block)
      block = new Uint8Array(rowsAtOnce * (length + 1))
      heldBytes = 0
    }
    if (heldBytes > 0) await writer.write(block.subarray(0, heldBytes * (length + 1)))
    await writer.close()
  } catch (error) {
    await writer.abort(error)
    throw error
  }
}

export async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
