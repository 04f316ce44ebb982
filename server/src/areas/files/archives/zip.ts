import { crc32 } from 'node:zlib'
import { descriptor, ending, listLine, localHeader, most4, timeFields, type WrittenEntry } from './zip-parts.ts'

export interface ZipEntry {
  readonly path: string
  readonly modifiedAt: Date
  /** The size and a function that opens the content, called only when it is read, so that nothing stays open. */
  stat(): Promise<{ readonly size: number; open(): Promise<AsyncIterable<Uint8Array>> }>
}

const chunkSize = 64 * 1024

/** Keeps only the central directory in memory. Rejects when a file is unreadable or its size has changed. */
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
