import { mkdir, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import { normalizePath, pathProblem } from '@vermilion/contract/paths'
import { BadArchive, damaged, maxUnpackedBytes, openArchive, TooMuch } from '#areas/files'
import type { Archive, ArchiveSource, EntryPlace } from '#areas/files'
import { isOfSystem, type RefusedFile, type SourceFiles } from './source-files.ts'

const maxEntries = 2_000_000
const twice = { en: 'another entry has the same name', zh: '另一条目同名' }

interface Needs {
  readonly kind: Parameters<typeof openArchive>[0]
  readonly source: ArchiveSource
  /** A temporary file for archives that can only be read sequentially. */
  readonly scratch: string
  readonly freeSpace: number
  readonly signal: AbortSignal
}

/** An archive without a directory is first unpacked to a temporary file. Fails with `BadArchive`. */
export async function archiveFiles({ kind, source, scratch, freeSpace, signal }: Needs): Promise<SourceFiles> {
  const most = maxUnpackedBytes(source.size)
  const archive = await openArchive(kind, source, 2 * most)
  const index = createIndex()
  const paths: string[] = []
  const refused: RefusedFile[] = []
  const available = Math.min(most, freeSpace)
  let total = 0
  let written: Awaited<ReturnType<typeof scratchFile>> | undefined
  try {
    for await (const entry of archive.entries()) {
      signal.throwIfAborted()
      if (entry.isFolder) continue
      const path = normalizePath(entry.name.replaceAll('\\', '/').replace(/^(?:\.\/)+/, ''))
      if (isOfSystem(path)) continue
      const reason = pathProblem(path) ?? entry.skip ?? (index.has(path) ? twice : undefined)
      if (reason !== undefined) {
        refused.push({ path: path.slice(0, 1_000), reason })
        continue
      }
      total += entry.size
      if (total > (entry.location === undefined ? available : most)) throw new TooMuch(most)
      if (paths.length >= maxEntries) {
        throw new BadArchive({ en: `it has more than ${maxEntries} entries`, zh: `条目超过 ${maxEntries} 个` })
      }
      if (entry.location === undefined) {
        written ??= await scratchFile(scratch)
        index.add(path, await written.add(await entry.open(), entry.size))
      } else index.add(path, entry.location)
      paths.push(path)
    }
  } catch (error) {
    archive.close()
    await written?.remove()
    signal.throwIfAborted()
    throw damaged(error)
  }
  return {
    paths,
    refused,
    size: (path) => index.get(path).size,
    open: async (path) => {
      const location = index.get(path)
      return written === undefined ? checked(archive, location) : written.open(location)
    },
    async close() {
      archive.close()
      await written?.remove()
    },
  }
}

async function* checked(archive: Archive, location: EntryPlace): AsyncGenerator<Uint8Array> {
  let sum = 0
  try {
    for await (const chunk of (await archive.openAt?.(location)) ?? []) {
      sum = crc32(chunk as Uint8Array, sum)
      yield chunk as Uint8Array
    }
  } catch (error) {
    throw damaged(error)
  }
  if (sum !== location.crc32) throw damaged()
}

/** Positions by path, in flat arrays: an archive may have hundreds of thousands of files. */
function createIndex() {
  const rows = new Map<string, number>()
  const numbers: number[] = []
  return {
    has: (path: string) => rows.has(path),
    add(path: string, { offset, packedSize, size, method, crc32: sum }: EntryPlace) {
      rows.set(path, numbers.length)
      numbers.push(offset, packedSize, size, method, sum)
    },
    get(path: string): EntryPlace {
      const at = rows.get(path)
      if (at === undefined) throw new Error(`${path} is not in the archive`)
      const [offset = 0, packedSize = 0, size = 0, method = 0, sum = 0] = numbers.slice(at, at + 5)
      return { offset, packedSize, size, method, crc32: sum }
    },
  }
}

async function scratchFile(path: string) {
  await mkdir(dirname(path), { recursive: true })
  const handle = await open(path, 'w+')
  let end = 0
  return {
    async add(content: AsyncIterable<Uint8Array>, message: number): Promise<EntryPlace> {
      const offset = end
      for await (const chunk of content) {
        await handle.write(chunk)
        end += chunk.length
        if (end - offset > message) throw new Error('it holds more than it says')
      }
      return { offset, packedSize: end - offset, size: end - offset, method: 0, crc32: 0 }
    },
    async *open({ offset: start, size }: EntryPlace): AsyncGenerator<Uint8Array> {
      if (size > 0) yield* handle.createReadStream({ start, end: start + size - 1, autoClose: false })
    },
    async remove() {
      await handle.close()
      await rm(path, { force: true })
    },
  }
}
