import { crc32 } from 'node:zlib'
import { descriptor, ending, listLine, localHeader, most4, timeFields } from './zip-parts.ts'
import type { WrittenEntry } from './zip-parts.ts'

/** One file of an archive. */
export interface ZipEntry {
  /** Relative, with `/`. */
  readonly path: string
  readonly modifiedAt: Date
  /** Its size, and how it is opened: that comes when it is read, so that nothing is left open. */
  stat(): Promise<{ readonly size: number; open(): Promise<AsyncIterable<Uint8Array>> }>
}

const chunkSize = 64 * 1024

/**
 * A zip as it is sent: each file as it is stored, without compression, and nothing is kept but its line of the list at
 * the end. Rejects where a file cannot be read, or has another size than was said before.
 */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const list = createList()
  let offset = 0
  for await (const entry of entries) {
    const name = Buffer.from(entry.path)
    const time = timeFields(entry.modifiedAt)
    const { size: announcedSize, open } = await entry.stat()
    const isLarge = announcedSize >= most4
    const head = localHeader(name, time, isLarge)
    yield head
    let size = 0
    let checksum = 0
    for await (const chunk of await open()) {
      checksum = crc32(chunk, checksum)
      size += chunk.length
      yield chunk
    }
    if (size !== announcedSize) throw new Error(`${entry.path} has ${size} bytes instead of ${announcedSize}`)
    const tail = descriptor(checksum, size, isLarge)
    yield tail
    list.add({ name, time, size, checksum, offset })
    offset += head.length + size + tail.length
  }
  yield* list.chunks()
  yield ending(list.entries(), list.bytes(), offset)
}

/** The list at the end, kept as the bytes that it will be: in few large pieces, not in many small ones. */
function createList() {
  const fullChunks: Buffer[] = []
  let openChunk = Buffer.allocUnsafe(chunkSize)
  let used = 0
  let entries = 0
  return {
    add(written: WrittenEntry): void {
      const record = listLine(written)
      if (used + record.length > openChunk.length) {
        fullChunks.push(openChunk.subarray(0, used))
        openChunk = Buffer.allocUnsafe(Math.max(chunkSize, record.length))
        used = 0
      }
      used += record.copy(openChunk, used)
      entries++
    },
    entries: () => entries,
    bytes: () => fullChunks.reduce((sum, { length }) => sum + length, used),
    *chunks() {
      yield* fullChunks
      yield openChunk.subarray(0, used)
    },
  }
}
