import { fail } from '@vermilion/contract/kernel/errors'
import type { ByteRange } from '#platform/blobs/blob-store'
import type { PackedFile } from './packs.ts'
import type { Reading } from './reading.ts'
import type { Part } from './reading.worker.ts'

interface NamedPart extends Part {
  readonly path: string
}

/** Bytes and files that are read at once. */
const batch = { bytes: 1_048_576, files: 64 }
/** Batches that are read while those before them are sent. */
const batchesAhead = 2

/** A range of the contents of files, one after another. `source` is a real path. */
export async function* packContent(
  reading: Reading,
  source: string,
  files: readonly PackedFile[],
  range: ByteRange,
): AsyncGenerator<Buffer> {
  const waiting: Promise<Buffer>[] = []
  for (const parts of batchesOf(partsWithin(files, range))) {
    const bytes = read(reading, source, parts)
    // It may fail long before its turn, or never have one.
    bytes.catch(() => undefined)
    waiting.push(bytes)
    const first = waiting.length > batchesAhead ? waiting.shift() : undefined
    if (first !== undefined) yield await first
  }
  for (const bytes of waiting) yield await bytes
}

async function read(reading: Reading, source: string, parts: readonly NamedPart[]): Promise<Buffer> {
  const orders = parts.map(({ at, from, length }) => ({ at, from, length }))
  const bytes = await reading.do({ kind: 'read', folder: source, parts: orders })
  if (typeof bytes === 'number') throw fail('run-data.source-changed', { path: parts[bytes]?.path })
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Parts of at most a batch each. */
function* partsWithin(files: readonly PackedFile[], { start, end }: ByteRange): Generator<NamedPart> {
  let begin = 0
  for (const { path, at, size } of files) {
    const last = Math.min(size, end + 1 - begin)
    for (let from = Math.max(0, start - begin); from < last; from += batch.bytes)
      yield { path, at, from, length: Math.min(batch.bytes, last - from) }
    begin += size
  }
}

function* batchesOf(parts: Iterable<NamedPart>): Generator<NamedPart[]> {
  let current: NamedPart[] = []
  let bytes = 0
  for (const part of parts) {
    if (current.length > 0 && (current.length === batch.files || bytes + part.length > batch.bytes)) {
      yield current
      current = []
      bytes = 0
    }
    current.push(part)
    bytes += part.length
  }
  if (current.length > 0) yield current
}
