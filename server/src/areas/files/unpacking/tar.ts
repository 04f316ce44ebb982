import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { extract, type Header } from 'tar-stream'
import { maximumPathLength } from '@vermilion/contract/paths'
import { asArchiveError, UnpackedTooLarge, type Archive, type ArchiveEntry, type ArchiveSource } from './archive.ts'
import { decodeName, skips } from './entry-names.ts'

interface TarSource {
  readonly source: ArchiveSource
  readonly isPacked: boolean
  readonly most: number
}

/** A name longer than any path is refused without keeping all of it. */
const maxNameBytes = 2 * maximumPathLength

export async function openTar({ source, isPacked, most }: TarSource): Promise<Archive> {
  const content = await source.open()
  // Names are read as bytes; their encoding is detected later.
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
      // The stream starts only once a reader waits: otherwise the first entry, and the rest with it, would be lost.
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

type TarEntry = Readable & { readonly header: Header }

function toEntry(entry: TarEntry): ArchiveEntry {
  const { name, type, size, pax, mtime } = entry.header
  const isFolder = type === 'directory'
  const isFile = type === 'file' || type === 'contiguous-file'
  const skip = isFile || isFolder ? undefined : type === 'link' || type === 'symlink' ? skips.link : skips.device
  const extendedName = (pax as Record<string, string> | null | undefined)?.['path']?.slice(0, maxNameBytes)
  const bytes = Buffer.from(name.slice(0, maxNameBytes), 'latin1')
  return {
    // Copied, since a slice keeps the whole text in memory.
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
