import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { Failure } from '@vermilion/contract/kernel/errors'
import { maxPackedBytes, uploadPackFiles, uploadPackSize, type Unpacking } from '@vermilion/contract/files/uploads'
import type { Blob, BlobStore } from '#platform/blobs/blob-store'
import { BadArchive, asArchiveError, UnpackedTooLarge, type Archive, type ArchiveEntry } from './archive.ts'
import { entryPath, skips } from './entry-names.ts'

const maximumEntries = 1_000_000
/** Limits of the unpacked size: a multiple of the archive's size, or a minimum for small ones. */
const maximumRatio = 200
const alwaysAllowed = 256 * 1024 ** 2

export const maxUnpackedBytes = (size: number) => Math.max(alwaysAllowed, size * maximumRatio)

export interface UnpackedFile {
  readonly path: string
  readonly blob: Blob
}
export type SkippedEntry = Unpacking['skips'][number]
export interface UnpackPoint {
  readonly entries: number
  readonly bytes: number
}

interface Needs {
  readonly archive: Archive
  readonly folder: string
  readonly size: number
  readonly freeSpace: number
  readonly blobs: BlobStore
  readonly from: UnpackPoint
  readonly signal: AbortSignal
  take(
    found: readonly UnpackedFile[],
    folders: readonly string[],
    skipped: readonly SkippedEntry[],
    next: UnpackPoint,
  ): Promise<void>
}

class SizeMismatch extends Error {}

/** The archive's claims are not trusted. Fails with `BadArchive`. */
export async function unpack({ archive, folder, size, freeSpace, blobs, from, signal, take }: Needs): Promise<void> {
  const maximumBytes = Math.min(freeSpace, maxUnpackedBytes(size))
  const tooMany = () =>
    new BadArchive({ en: `it has more than ${maximumEntries} entries`, zh: `条目超过 ${maximumEntries} 个` })
  if ((archive.count ?? 0) > maximumEntries) throw tooMany()
  if (((await archive.unpackedSize?.()) ?? 0) > maximumBytes) throw new UnpackedTooLarge(maximumBytes)

  let entries = 0
  let { bytes } = from
  let small: { path: string; content: Buffer }[] = []
  let smallBytes = 0
  let large: UnpackedFile[] = []
  let folders: string[] = []
  let skipped: SkippedEntry[] = []

  async function flush(): Promise<void> {
    const stored = await blobs.putAll(small.map(({ content }) => content))
    const smallFiles = small.flatMap(({ path }, index) => {
      const blob = stored[index]
      return blob === undefined ? [] : { path, blob }
    })
    await take([...smallFiles, ...large], folders, skipped, { entries, bytes })
    small = []
    smallBytes = 0
    large = []
    folders = []
    skipped = []
  }

  async function read(entry: ArchiveEntry, path: string): Promise<void> {
    let sum = 0
    const counted = async function* () {
      let own = 0
      for await (const chunk of await entry.open()) {
        const part = chunk as Buffer
        own += part.length
        bytes += part.length
        if (own > entry.size || bytes > maximumBytes) throw new SizeMismatch()
        sum = crc32(part, sum)
        yield part
      }
      if (own < entry.size || entry.matches?.(sum) === false) throw asArchiveError()
    }
    if (entry.size > maxPackedBytes) {
      large.push({ path, blob: await blobs.put(counted(), { signal }) })
      return
    }
    const content = await buffer(counted())
    small.push({ path, content })
    smallBytes += content.length
  }

  for await (const entry of archive.entries()) {
    signal.throwIfAborted()
    entries += 1
    if (entries <= from.entries) continue
    if (entries > maximumEntries) throw tooMany()
    const target = entry.skip === undefined ? entryPath(folder, entry.name, entry.isFolder) : { reason: entry.skip }
    const name = entry.name.slice(0, 1_000)
    if ('reason' in target) skipped.push({ path: name, reason: target.reason })
    else if (entry.isFolder) folders.push(target.path)
    else if (bytes + entry.size > maximumBytes) throw new UnpackedTooLarge(maximumBytes)
    else {
      try {
        await read(entry, target.path)
      } catch (error) {
        if (signal.aborted || error instanceof Failure || isDiskError(error)) throw error
        if (bytes > maximumBytes) throw new UnpackedTooLarge(maximumBytes)
        skipped.push({ path: name, reason: error instanceof SizeMismatch ? skips.lying : skips.damaged })
        // A tar cannot be read beyond damage.
        if (entry.matches === undefined) {
          await flush()
          throw asArchiveError(error)
        }
      }
    }
    const count = small.length + large.length + folders.length + skipped.length
    if (count >= uploadPackFiles || smallBytes >= uploadPackSize) await flush()
  }
  if (entries === 0 && archive.count === undefined)
    throw new BadArchive({ en: 'there is nothing in the archive', zh: '压缩包内没有内容' })
  await flush()
}

function isDiskError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ENOSPC', 'EIO', 'EDQUOT', 'EMFILE'].includes(String(error.code))
}
