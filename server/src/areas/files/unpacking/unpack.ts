import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { Failure } from '@vermilion/contract/kernel/errors'
import type { Text } from '@vermilion/contract/kernel/text'
import { largestPacked, uploadPackFiles, uploadPackSize } from '@vermilion/contract/files/uploads'
import type { Blob, BlobStore } from '#platform/blobs/blob-store'
import { BadArchive, damaged, TooMuch } from './archive.ts'
import type { Archive, ArchiveEntry } from './archive.ts'
import { placeOf, skips } from './entry-names.ts'

/** Entries of one archive at most. */
const mostEntries = 1_000_000
/** What an archive unpacks to: at most so many times its size, or so much where it is small. */
const mostTimes = 200
const alwaysAllowed = 256 * 1024 ** 2

/** Bytes that an archive of a size may unpack to. */
export const mostUnpacked = (size: number) => Math.max(alwaysAllowed, size * mostTimes)

export interface Found {
  readonly path: string
  readonly blob: Blob
}
export interface Skip {
  readonly path: string
  readonly reason: Text
}
/** Where to go on: entries and bytes that are behind. */
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
  /** Takes what was found since the last time, and where to go on, all or nothing. */
  take(found: readonly Found[], folders: readonly string[], skipped: readonly Skip[], next: UnpackPoint): Promise<void>
}

/** Of an entry that holds more than it says. */
class Lying extends Error {}

/** Goes through an archive, in little memory; what it says of itself is not believed. Fails as `BadArchive`. */
export async function unpack({ archive, folder, size, freeSpace, blobs, from, signal, take }: Needs): Promise<void> {
  const most = Math.min(freeSpace, mostUnpacked(size))
  const tooMany = () =>
    new BadArchive({ en: `it has more than ${mostEntries} entries`, zh: `条目超过 ${mostEntries} 个` })
  if ((archive.count ?? 0) > mostEntries) throw tooMany()
  if (((await archive.unpackedSize?.()) ?? 0) > most) throw new TooMuch(most)

  let entries = 0
  let { bytes } = from
  let small: { path: string; content: Buffer }[] = []
  let held = 0
  let large: Found[] = []
  let folders: string[] = []
  let skipped: Skip[] = []

  async function flush(): Promise<void> {
    const stored = await blobs.putAll(small.map(({ content }) => content))
    const found = small.flatMap(({ path }, index) => {
      const blob = stored[index]
      return blob === undefined ? [] : { path, blob }
    })
    await take([...found, ...large], folders, skipped, { entries, bytes })
    small = []
    held = 0
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
        if (own > entry.size || bytes > most) throw new Lying()
        sum = crc32(part, sum)
        yield part
      }
      if (own < entry.size || entry.matches?.(sum) === false) throw damaged('it ends early')
    }
    if (entry.size > largestPacked) {
      large.push({ path, blob: await blobs.put(counted(), { signal }) })
      return
    }
    const content = await buffer(counted())
    small.push({ path, content })
    held += content.length
  }

  for await (const entry of archive.entries()) {
    signal.throwIfAborted()
    entries += 1
    if (entries <= from.entries) continue
    if (entries > mostEntries) throw tooMany()
    const place = entry.skip === undefined ? placeOf(folder, entry.name, entry.isFolder) : { reason: entry.skip }
    const name = entry.name.slice(0, 1_000)
    if ('reason' in place) skipped.push({ path: name, reason: place.reason })
    else if (entry.isFolder) folders.push(place.path)
    else if (bytes + entry.size > most) throw new TooMuch(most)
    else {
      try {
        await read(entry, place.path)
      } catch (error) {
        if (signal.aborted || error instanceof Failure || isOfDisk(error)) throw error
        if (bytes > most) throw new TooMuch(most)
        skipped.push({ path: name, reason: error instanceof Lying ? skips.lying : skips.damaged })
        // A tar cannot be read on behind what is damaged in it.
        if (entry.matches === undefined) {
          await flush()
          throw damaged(error)
        }
      }
    }
    const count = small.length + large.length + folders.length + skipped.length
    if (count >= uploadPackFiles || held >= uploadPackSize) await flush()
  }
  if (entries === 0 && archive.count === undefined) throw damaged('there is nothing in it')
  await flush()
}

function isOfDisk(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ENOSPC', 'EIO', 'EDQUOT', 'EMFILE'].includes(String(error.code))
}
