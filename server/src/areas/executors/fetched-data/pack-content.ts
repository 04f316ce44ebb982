import { fail } from '@vermilion/contract/kernel/errors'
import { hasCode, openInFolder } from '#platform/blobs/folder-file'
import type { ByteRange } from '#platform/blobs/blob-store'
import { readPart, smallBytes } from './checksums.ts'
import type { PackedFile } from './packs.ts'

interface Part {
  readonly path: string
  readonly at: string
  readonly from: number
  readonly length: number
}

/** Files that are read while those before them are sent. */
const filesAhead = 12
/** Tiny files are sent together. */
const sentAtOnce = 262_144

/** A range of the contents of files, one after another. `source` is a real path. */
export async function* packContent(
  source: string,
  files: readonly PackedFile[],
  range: ByteRange,
): AsyncGenerator<Buffer> {
  const parts = partsWithin(files, range)
  const reading: Promise<Buffer>[] = []
  let next = 0
  let waiting: Buffer[] = []
  let waitingBytes = 0
  for (;;) {
    for (let part = parts[next]; reading.length < filesAhead && part !== undefined; part = parts[next]) {
      if (part.length > smallBytes) break
      const bytes = read(source, part)
      // It may fail long before its turn, or never have one.
      bytes.catch(() => undefined)
      reading.push(bytes)
      next += 1
    }
    const first = reading.shift()
    if (first !== undefined) {
      const bytes = await first
      waiting.push(bytes)
      waitingBytes += bytes.length
    }
    if (waiting.length > 0 && (first === undefined || waitingBytes >= sentAtOnce)) {
      yield Buffer.concat(waiting)
      waiting = []
      waitingBytes = 0
    }
    if (first !== undefined) continue
    const large = parts[next]
    if (large === undefined) return
    next += 1
    yield* readLarge(source, large)
  }
}

function partsWithin(files: readonly PackedFile[], { start, end }: ByteRange): Part[] {
  const parts: Part[] = []
  let begin = 0
  for (const { path, at, size } of files) {
    const from = Math.max(0, start - begin)
    const length = Math.min(size, end + 1 - begin) - from
    if (length > 0) parts.push({ path, at, from, length })
    begin += size
  }
  return parts
}

async function read(source: string, part: Part): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const bytes of readLarge(source, part)) parts.push(bytes)
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts)
}

async function* readLarge(source: string, { path, at, from, length }: Part): AsyncGenerator<Buffer> {
  const { handle } = await openInFolder(source, at).catch((error: unknown) => {
    throw hasCode(error, 'ENOENT') ? fail('run-data.source-changed', { path }) : error
  })
  try {
    for (let done = 0; done < length; done += smallBytes) {
      const bytes = await readPart(handle, from + done, Math.min(smallBytes, length - done))
      if (bytes === undefined) throw fail('run-data.source-changed', { path })
      yield bytes
    }
  } finally {
    await handle.close()
  }
}
