import { crc32 } from 'node:zlib'
import type { ByteRange } from '#platform/blobs/blob-store'
import { contentsAhead, workAhead } from '#platform/work-ahead'
import type { PlannedFile, ZipParts } from './plan.ts'

/** Most bytes of a file that is read while others are sent. */
const maxReadAhead = 1024 * 1024

interface Needs {
  readonly parts: ZipParts
  /** The zip's files in order; may be read repeatedly. */
  files(): AsyncIterable<PlannedFile>
  open(file: PlannedFile, range: ByteRange): Promise<AsyncIterable<Uint8Array>>
  readonly checksums: Checksums
}

export interface Checksums {
  get(entry: number): Promise<number | undefined>
  set(entry: number, crc32: number): Promise<void>
}

/** Bytes before the range are skipped unread. An image is read completely only when its checksum is needed before it was sent. */
export async function* zipRange(needs: Needs, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  const { parts, files, open, checksums } = needs
  let at = 0

  function cut(bytes: Uint8Array): Uint8Array {
    const from = at
    at += bytes.length
    return bytes.subarray(Math.max(0, start - from), Math.max(0, Math.min(bytes.length, end + 1 - from)))
  }
  const isWanted = (length: number) => at + length > start && at <= end

  async function checksumOf(entry: number, file: PlannedFile): Promise<number> {
    if ('crc32' in file.from) return file.from.crc32
    const existing = await checksums.get(entry)
    if (existing !== undefined) return existing
    let sum = 0
    for await (const chunk of await readAll(file)) sum = crc32(chunk, sum)
    await checksums.set(entry, sum)
    return sum
  }
  const readAll = (file: PlannedFile) =>
    file.size === 0 ? Promise.resolve(nothing()) : open(file, { start: 0, end: file.size - 1 })

  const readEarly = async ({ file, isEarly }: { file: PlannedFile; isEarly: boolean }) => {
    return { file, read: isEarly ? await Array.fromAsync(await readAll(file)) : undefined }
  }

  async function* content(entry: number, file: PlannedFile, read?: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
    const [first, last] = [Math.max(0, start - at), Math.min(file.size - 1, end - at)]
    const behind = at + file.size
    let sum = 0
    let sent = 0
    if (first <= last) {
      for await (const chunk of read ?? (await open(file, { start: first, end: last }))) {
        sum = crc32(chunk, sum)
        sent += chunk.length
        yield chunk
      }
      if (sent !== last - first + 1) throw new Error(`${file.path} has another size than it had`)
    }
    if (sent === file.size && !('crc32' in file.from)) await checksums.set(entry, sum)
    at = behind
  }

  const offsets = { files: 0, list: 0 }
  let entry = 0
  for await (const { file, read } of workAhead(inRange(needs, { start, end }), readEarly, contentsAhead)) {
    if (at > end) return
    const [head, tailLength] = [parts.head(file), parts.tail(file, 0).length]
    const length = head.length + file.size + tailLength
    if (isWanted(length)) {
      yield cut(head)
      if (isWanted(file.size)) yield* content(entry, file, read)
      else at += file.size
      if (isWanted(tailLength)) yield cut(parts.tail(file, await checksumOf(entry, file)))
      else at += tailLength
    } else at += length
    entry += 1
  }
  offsets.files = at
  let offset = 0
  entry = 0
  for await (const file of files()) {
    if (at > end) return
    const empty = parts.line(file, 0, offset)
    if (isWanted(empty.length)) yield cut(parts.line(file, await checksumOf(entry, file), offset))
    else at += empty.length
    offset += parts.head(file).length + file.size + parts.tail(file, 0).length
    entry += 1
  }
  offsets.list = at - offsets.files
  yield cut(parts.ending(entry, offsets.list, offsets.files))
}

/** Files up to the end of a range. Those that it has as a whole may be read early. */
async function* inRange({ parts, files }: Needs, { start, end }: ByteRange) {
  let position = 0
  for await (const file of files()) {
    if (position > end) return
    const from = position
    position += parts.head(file).length + file.size + parts.tail(file, 0).length
    yield { file, isEarly: file.size <= maxReadAhead && start <= from && position <= end }
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
