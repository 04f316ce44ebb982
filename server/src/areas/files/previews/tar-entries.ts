import type { Readable } from 'node:stream'
import { mostEntries } from '@vermilion/contract/previews'
import type { ArchiveEntry } from '@vermilion/contract/previews'
import { extract } from 'tar-stream'
import type { Entries } from './entry-name.ts'
import { escapes, timeOf } from './entry-name.ts'

/** Unpacked bytes that are gone through: a tar has no directory. */
const mostBytes = 512 * 1024 ** 2

/** Lists a tar as far as it is gone through. */
export async function tarEntries(stream: Readable): Promise<Entries> {
  const unpacking = extract()
  const entries: ArchiveEntry[] = []
  let passed = 0
  stream.on('error', (error) => unpacking.destroy(error))
  try {
    for await (const entry of stream.pipe(unpacking)) {
      const { name: path, size, mtime, type } = entry.header
      const modifiedAt = timeOf(mtime)
      const folder = type === 'directory'
      entries.push({ path, folder, size, packedSize: null, modifiedAt, encrypted: false, escapes: escapes(path) })
      passed += size
      if (entries.length === mostEntries || passed > mostBytes) return { entries, total: null }
      entry.resume()
    }
    return { entries, total: entries.length }
  } finally {
    stream.destroy()
  }
}
