import { pipeline } from 'node:stream'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import type { Header } from 'tar-stream'
import { maximumPathLength } from '@vermilion/contract/paths'
import { asArchiveError, UnpackedTooLarge } from './archive.ts'
import type { Archive, ArchiveEntry, ArchiveSource } from './archive.ts'
import { decodeName, skips } from './entry-names.ts'

interface TarSource {
  readonly source: ArchiveSource
  readonly isPacked: boolean
  readonly most: number
}

/** A name that is longer than any path is refused, and need not be held whole. */
const longestName = 2 * maximumPathLength

/** Reads a tar from its beginning to its end, packed by gzip or not. */
export async function openTar({ source, isPacked, most }: TarSource): Promise<Archive> {
  const content = await source.open()
  // Names as bytes: what they are written in is found out later.
  const entries = extract({ filenameEncoding: 'latin1' } as object)
  const done = () => undefined
  async function* bounded(bytes: AsyncIterable<Buffer>) {
    let passed = 0
    for await (const chunk of bytes) {
      passed += chunk.length
      if (passed > most) throw new UnpackedTooLarge(most)
      yield chunk
    }
  }
  return {
    async *entries() {
      // Bytes flow only once they are waited for: an entry that nobody hears of yet would be lost, and the rest with it.
      const read = (entries as unknown as AsyncIterable<TarEntry>)[Symbol.asyncIterator]()
      if (isPacked) pipeline(content, createGunzip(), bounded, entries, done)
      else pipeline(content, bounded, entries, done)
      try {
        for await (const entry of { [Symbol.asyncIterator]: () => read }) {
          yield toEntry(entry)
          entry.resume()
        }
      } catch (error) {
        throw asArchiveError(error)
      }
    },
    close() {
      content.destroy()
      entries.destroy()
    },
  }
}

/** What the library gives for each. */
type TarEntry = Readable & { readonly header: Header }

function toEntry(entry: TarEntry): ArchiveEntry {
  const { name, type, size, pax, mtime } = entry.header
  const isFolder = type === 'directory'
  const isFile = type === 'file' || type === 'contiguous-file'
  const skip = isFile || isFolder ? undefined : type === 'link' || type === 'symlink' ? skips.link : skips.device
  const extendedName = (pax as Record<string, string> | null | undefined)?.['path']?.slice(0, longestName)
  const bytes = Buffer.from(name.slice(0, longestName), 'latin1')
  return {
    // A copy: a part of a text holds the whole of it.
    name:
      extendedName === undefined
        ? (decodeName(bytes) ?? bytes.toString('latin1'))
        : Buffer.from(extendedName).toString(),
    isFolder,
    size,
    packedSize: null,
    modifiedAt: mtime,
    isEncrypted: false,
    ...(skip === undefined ? {} : { skip }),
    open: async () => entry,
  }
}
