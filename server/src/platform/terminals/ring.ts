export type Ring = ReturnType<typeof createRing>

const first = 16_384
/** Bytes searched for a line break. */
const maxLineBytes = 8_192

/** Memory grows with the content, up to the capacity. */
export function createRing(capacity: number) {
  let buffer = Buffer.allocUnsafe(Math.min(first, capacity))
  let end = 0

  /** Nothing is overwritten before the buffer reaches its capacity, so every byte keeps its offset. */
  function grow(needed: number): void {
    let size = buffer.length
    while (size < needed && size < capacity) size *= 2
    if (size === buffer.length) return
    const larger = Buffer.allocUnsafe(Math.min(size, capacity))
    buffer.copy(larger, 0, 0, end)
    buffer = larger
  }

  /** The offset of the first kept byte. */
  const start = () => Math.max(0, end - buffer.length)

  /** Returns a copy. */
  function read(from: number, most: number): Buffer {
    const begin = Math.max(from, start())
    const length = Math.max(0, Math.min(most, end - begin))
    const index = begin % buffer.length
    const part = buffer.subarray(index, index + length)
    return Buffer.concat([part, buffer.subarray(0, length - part.length)], length)
  }

  return {
    append(bytes: Buffer): void {
      grow(end + bytes.length)
      const retained = bytes.subarray(Math.max(0, bytes.length - buffer.length))
      const index = (end + bytes.length - retained.length) % buffer.length
      const written = retained.copy(buffer, index)
      retained.copy(buffer, 0, written)
      end += bytes.length
    },
    start,
    end: () => end,
    read,
    /** The offset after the next line break, if one is near, so that no escape sequence is cut in half. */
    lineFrom(index: number): number {
      const count = read(index, maxLineBytes).indexOf('\n')
      return count === -1 ? index : Math.max(index, start()) + count + 1
    },
  }
}
