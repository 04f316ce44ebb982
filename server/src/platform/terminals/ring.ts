/** The latest bytes of an output, each found by its place in the whole of it. */
export interface Ring {
  append(bytes: Buffer): void
  /** Place of the first byte that is kept, and the place behind the last. */
  start(): number
  end(): number
  /** A copy. */
  read(from: number, most: number): Buffer
  /** The place behind the next line break from here, where there is one soon: what is cut there is no half sequence. */
  lineFrom(index: number): number
}

const first = 16_384
/** Bytes in which a line break is looked for. */
const longestLine = 8_192

/** It takes room as it fills, and no more than its capacity. */
export function createRing(capacity: number): Ring {
  let buffer = Buffer.allocUnsafe(Math.min(first, capacity))
  let end = 0

  /** Before it is as large as it may be nothing is written over, so that every byte keeps its place. */
  function grow(needed: number): void {
    let size = buffer.length
    while (size < needed && size < capacity) size *= 2
    if (size === buffer.length) return
    const larger = Buffer.allocUnsafe(Math.min(size, capacity))
    buffer.copy(larger, 0, 0, end)
    buffer = larger
  }

  const start = () => Math.max(0, end - buffer.length)

  function read(from: number, most: number): Buffer {
    const begin = Math.max(from, start())
    const length = Math.max(0, Math.min(most, end - begin))
    const index = begin % buffer.length
    const part = buffer.subarray(index, index + length)
    return Buffer.concat([part, buffer.subarray(0, length - part.length)], length)
  }

  return {
    append(bytes) {
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
    lineFrom(index) {
      const count = read(index, longestLine).indexOf('\n')
      return count === -1 ? index : Math.max(index, start()) + count + 1
    },
  }
}
