import type { ByteRange } from '#platform/blobs/blob-store'
import type { PackedFile } from './packs.ts'
import { readBytes, type Reading, type SharedBytes } from './reading.ts'
import type { Part } from './reading.worker.ts'

/** Bytes and files that are read at once. */
const batch = { bytes: readBytes, files: 64 }
/** Batches that are read while those before them are sent. */
const batchesAhead = 2

/** A range of the contents of files, one after another; each part is good until the next. `source` is a real path. */
export async function* packContent(
  reading: Reading,
  source: string,
  files: readonly PackedFile[],
  range: ByteRange,
): AsyncGenerator<Uint8Array> {
  const batches = batchesOf(partsWithin(files, range))
  const waiting: Promise<SharedBytes>[] = []
  const readAhead = () => {
    while (waiting.length <= batchesAhead) {
      const next = batches.next()
      if (next.done === true) return
      const batch = reading.read(source, next.value)
      // It may fail long before its turn, or never have one.
      batch.catch(() => undefined)
      waiting.push(batch)
    }
  }
  try {
    for (readAhead(); waiting.length > 0; readAhead()) {
      const { bytes, release } = await (waiting.shift() as Promise<SharedBytes>)
      try {
        yield bytes
      } finally {
        release()
      }
    }
  } finally {
    for (const batch of waiting) void batch.then(({ release }) => release()).catch(() => undefined)
  }
}

/** Parts of at most a batch each. */
function* partsWithin(files: readonly PackedFile[], { start, end }: ByteRange): Generator<Part> {
  let begin = 0
  for (const { path, at, size } of files) {
    const last = Math.min(size, end + 1 - begin)
    for (let from = Math.max(0, start - begin); from < last; from += batch.bytes)
      yield { path, at, from, length: Math.min(batch.bytes, last - from) }
    begin += size
  }
}

function* batchesOf(parts: Iterable<Part>): Generator<Part[]> {
  let current: Part[] = []
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
