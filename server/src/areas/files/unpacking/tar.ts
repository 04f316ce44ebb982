import { pipeline } from 'node:stream'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import type { Header } from 'tar-stream'
import { maximumPathLength } from '@vermilion/contract/paths'
import type { BlobStore } from '#platform/blobs/blob-store'
import { BadArchive, damaged, tooMuch } from './archive.ts'
import type { Archive, ArchiveEntry } from './archive.ts'
import { decodeName, skips } from './names.ts'

interface TarSource {
  readonly checksum: string
  readonly isPacked: boolean
  /** Bytes that are gone through at most, whether or not they are of entries. */
  readonly most: number
}

/** A name that is longer than any path is refused, and need not be held whole. */
const longestName = 2 * maximumPathLength

/** Reads a tar from its beginning to its end, packed by gzip or not. */
export async function openTar(
  blobs: Pick<BlobStore, 'open'>,
  { checksum, isPacked, most }: TarSource,
): Promise<Archive> {
  const content = await blobs.open(checksum)
  // Names as bytes: what they are written in is found out later.
  const entries = extract({ filenameEncoding: 'latin1' } as object)
  const done = () => undefined
  async function* bounded(source: AsyncIterable<Buffer>) {
    let passed = 0
    for await (const chunk of source) {
      passed += chunk.length
      if (passed > most) throw tooMuch(most)
      yield chunk
    }
  }
  if (isPacked) pipeline(content, createGunzip(), bounded, entries, done)
  else pipeline(content, entries, done)
  return {
    async *entries() {
      let any = false
      try {
        for await (const entry of entries as unknown as AsyncIterable<TarEntry>) {
          any = true
          yield present(entry)
          entry.resume()
        }
      } catch (error) {
        throw error instanceof BadArchive ? error : damaged(error)
      }
      if (!any) throw damaged('there is nothing in it')
    },
    close: () => content.destroy(),
  }
}

/** What the library gives for each. */
type TarEntry = Readable & { readonly header: Header }

function present(entry: TarEntry): ArchiveEntry {
  const { name, type, size, pax } = entry.header
  const isFolder = type === 'directory'
  const isFile = type === 'file' || type === 'contiguous-file'
  const skip = isFile || isFolder ? undefined : type === 'link' || type === 'symlink' ? skips.link : skips.device
  const told = (pax as Record<string, string> | null | undefined)?.['path']?.slice(0, longestName)
  const bytes = Buffer.from(name.slice(0, longestName), 'latin1')
  return {
    // A copy: a part of a text holds the whole of it.
    name: told === undefined ? (decodeName(bytes) ?? bytes.toString('latin1')) : Buffer.from(told).toString(),
    isFolder,
    size,
    ...(skip === undefined ? {} : { skip }),
    open: async () => entry,
  }
}
