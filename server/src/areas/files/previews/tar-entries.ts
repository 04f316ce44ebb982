import { pipeline, Readable } from 'node:stream'
import { mostEntries } from '@vermilion/contract/previews'
import type { ArchiveEntry } from '@vermilion/contract/previews'
import { extract } from 'tar-stream'
import type { Entries } from './entry-name.ts'
import { escapes, shown, timeOf } from './entry-name.ts'

/** Unpacked bytes that are gone through: a tar has no directory. */
const mostBytes = 512 * 1024 ** 2

/** Lists a tar as far as it is gone through. */
export async function tarEntries(stream: Readable): Promise<Entries> {
  const unpacking = extract()
  const entries: ArchiveEntry[] = []
  let passed = 0
  let read = 0
  /** Nothing at all can be packed, or names without end: what is no entry counts as well. */
  async function* bounded() {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      read += chunk.length
      if (read > mostBytes) return
      yield chunk
    }
  }
  pipeline(Readable.from(bounded(), { objectMode: false }), unpacking, () => undefined)
  try {
    for await (const entry of unpacking) {
      const { name, size, mtime, type } = entry.header
      const path = shown(name)
      const modifiedAt = timeOf(mtime)
      const folder = type === 'directory'
      entries.push({ path, folder, size, packedSize: null, modifiedAt, encrypted: false, escapes: escapes(name) })
      passed += size
      if (entries.length === mostEntries || passed > mostBytes) return { entries, total: null }
      entry.resume()
    }
    return { entries, total: read > mostBytes ? null : entries.length }
  } catch (error) {
    if (read > mostBytes) return { entries, total: null }
    throw error
  } finally {
    stream.destroy()
  }
}
