import { fail, Failure } from '@vermilion/contract/kernel/errors'
import { maximumPathLength } from '@vermilion/contract/paths'
import { maxEntries, type ArchiveEntry } from '@vermilion/contract/files/previews'
import type { Content } from '#platform/http/range'
import { archiveOf, UnpackedTooLarge, type Archive, type ArchiveEntry as Packed } from '../unpacking/archive.ts'
import { openArchive } from '../unpacking/open-archive.ts'

const maximumBytes = 512 * 1024 ** 2

const damaged = {
  en: 'its content is damaged, or not what its name says',
  zh: '内容已损坏，或与文件类型不符',
}

export interface Entries {
  readonly entries: ArchiveEntry[]
  readonly total: number | null
}

/** Lists an archive while the caller waits. Fails with `file.no-preview` when it cannot be listed. */
export async function entriesOf(name: string, content: Content, signal: AbortSignal): Promise<Entries> {
  const kind = archiveOf(name)?.kind
  if (kind === undefined) throw fail('file.no-preview')
  try {
    return await list(await openArchive(kind, content, maximumBytes), signal)
  } catch (error) {
    if (error instanceof Failure) throw error
    throw fail('file.archive-unreadable', { reason: damaged })
  }
}

async function list(archive: Archive, signal: AbortSignal): Promise<Entries> {
  const entries: ArchiveEntry[] = []
  let readBytes = 0
  const close = () => archive.close()
  signal.addEventListener('abort', close, { once: true })
  if (signal.aborted) close()
  try {
    for await (const entry of archive.entries()) {
      entries.push(toArchiveEntry(entry))
      if (archive.count === undefined) readBytes += entry.size
      if (signal.aborted || entries.length === maxEntries || readBytes > maximumBytes)
        return { entries, total: archive.count ?? null }
    }
    return { entries, total: entries.length }
  } catch (error) {
    if (signal.aborted || error instanceof UnpackedTooLarge) return { entries, total: null }
    throw error
  } finally {
    signal.removeEventListener('abort', close)
    close()
  }
}

function toArchiveEntry({ name, isFolder, size, packedSize, modifiedAt, isEncrypted }: Packed): ArchiveEntry {
  // Copied, since a slice keeps the whole text in memory.
  const long = () => Buffer.from(`${name.slice(0, maximumPathLength)}…`).toString()
  return {
    path: name.length <= maximumPathLength ? name : long(),
    folder: isFolder,
    size,
    packedSize,
    modifiedAt: modifiedAt === undefined || Number.isNaN(modifiedAt.getTime()) ? null : modifiedAt.toISOString(),
    encrypted: isEncrypted,
    escapes: escapes(name),
  }
}

function escapes(path: string): boolean {
  return /^([/\\]|[a-z]:)/i.test(path) || path.split(/[/\\]/).includes('..')
}
