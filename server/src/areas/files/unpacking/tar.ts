import { pipeline } from 'node:stream'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import type { Header } from 'tar-stream'
import type { BlobStore } from '#platform/blobs/blob-store'
import { damaged } from './archive.ts'
import type { Archive, ArchiveEntry } from './archive.ts'
import { decodeName, skips } from './names.ts'

/** Reads a tar from its beginning to its end, packed by gzip or not. */
export async function openTar(blobs: Pick<BlobStore, 'open'>, checksum: string, isPacked: boolean): Promise<Archive> {
  const content = await blobs.open(checksum)
  // Names as bytes: what they are written in is found out later.
  const entries = extract({ filenameEncoding: 'latin1' } as object)
  const done = () => undefined
  if (isPacked) pipeline(content, createGunzip(), entries, done)
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
        throw damaged(error)
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
  return {
    name:
      (pax as Record<string, string> | null | undefined)?.['path'] ?? decodeName(Buffer.from(name, 'latin1')) ?? name,
    isFolder,
    size,
    ...(skip === undefined ? {} : { skip }),
    open: async () => entry,
  }
}
