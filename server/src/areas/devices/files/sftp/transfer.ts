import { pathBytes } from '@vermilion/contract/devices/file-paths'
import { open, sizeOf } from './packets.ts'
import type { ByteRange } from '#platform/blobs/blob-store'
import type { Sftp } from './sftp.ts'

/** Bytes in flight, more than the bandwidth-delay product of any link to a board. */
const bytesUnderWay = 4 * 1024 * 1024

/** Reads a part of a file; ends early at the file's end. */
export async function* readFile(sftp: Sftp, path: string, range: ByteRange): AsyncGenerator<Buffer> {
  const handle = await sftp.open(pathBytes(path), open.read)
  try {
    yield* readRange(sftp, handle, range)
  } finally {
    sftp.close(handle).catch(() => undefined)
  }
}

async function* readRange(sftp: Sftp, handle: Buffer, { start, end }: ByteRange): AsyncGenerator<Buffer> {
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
