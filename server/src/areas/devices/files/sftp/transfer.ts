import { sizeOf } from './packets.ts'
import type { Sftp } from './sftp.ts'

/** Bytes in flight, more than the bandwidth-delay product of any link to a board. */
const bytesUnderWay = 4 * 1024 * 1024

export async function* readRange(
  sftp: Sftp,
  handle: Buffer,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Buffer> {
  const { read: length } = sftp.lengths
  const underWay: { at: number; size: number; bytes: Promise<Buffer[] | null> }[] = []
  let next = start
  const ask = (at: number, size: number) => {
    const bytes = sftp.read(handle, at, size)
    // Awaited later; avoids an unhandled rejection until then.
    bytes.catch(() => undefined)
    return { at, size, bytes }
  }
  while (next <= end || underWay.length > 0) {
    while (next <= end && underWay.length * length < bytesUnderWay) {
      const size = Math.min(length, end + 1 - next)
      underWay.push(ask(next, size))
      next += size
    }
    const first = underWay.shift()
    if (first === undefined) return
    const pieces = await first.bytes
    if (pieces === null) return
    yield* pieces
    // A server may return less than requested.
    const size = sizeOf(pieces)
    if (size < first.size) underWay.unshift(ask(first.at + size, first.size - size))
  }
}

export async function writeFrom(
  sftp: Sftp,
  handle: Buffer,
  { offset, source }: { offset: number; source: AsyncIterable<Uint8Array> },
): Promise<number> {
  const { write: length } = sftp.lengths
  const underWay: Promise<void>[] = []
  let at = offset
  let gathered: Uint8Array[] = []
  let size = 0
  async function flush(): Promise<void> {
    const writing = sftp.write(handle, at, gathered)
    writing.catch(() => undefined)
    underWay.push(writing)
    at += size
    gathered = []
    size = 0
    if (underWay.length * length >= bytesUnderWay) await underWay.shift()
  }
  for await (const bytes of source)
    for (let begin = 0; begin < bytes.length;) {
      const piece = bytes.subarray(begin, begin + length - size)
      gathered.push(piece)
      size += piece.length
      begin += piece.length
      if (size === length) await flush()
    }
  if (size > 0) await flush()
  await Promise.all(underWay)
  return at
}
