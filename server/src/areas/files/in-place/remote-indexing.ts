import type { RemoteFile } from '#platform/blobs/remote-folder'
import { createIndexWriter, type ChangedFile, type FoundFile, type IndexingNeeds } from './index-writer.ts'
import type { IndexCounts } from './indexing.ts'
import type { KnownFile } from './scan-store.ts'

const lookupBatchSize = 1_000
/** A bucket tells a thousand files in the time in which as many small transactions would write a tenth of them. */
const writeBatchSize = 200

/**
 * Brings the index in line with files that are told in the order of their paths, from one path to another: what the index has
 * between these and is not told is gone. So a scan goes on anywhere, and needs to remember nothing.
 */
export function createRemoteIndexing(needs: IndexingNeeds, spaceId: string, counts: IndexCounts) {
  const { scanStore } = needs
  const writer = createIndexWriter(needs, spaceId, { add: () => undefined }, writeBatchSize)

  /** The files after one path up to another, or to the end. */
  return async (files: readonly RemoteFile[], after: string, until: string | null): Promise<void> => {
    const listed = new Map(files.map((file) => [file.path, file]))
    const different: ChangedFile[] = []
    for (let from = after; ;) {
      const rows = await scanStore.filesBetween(spaceId, from, until, lookupBatchSize)
      const missingFiles = rows.filter(({ path }) => !listed.has(path))
      for (const previous of rows) {
        const file = listed.get(previous.path)
        if (file !== undefined && !isUnchanged(previous, file)) different.push({ ...asFound(file), previous })
        listed.delete(previous.path)
      }
      await writer.removeFiles(missingFiles)
      counts.removed += missingFiles.length
      const last = rows.at(-1)
      if (last === undefined || rows.length < lookupBatchSize) break
      from = last.path
    }
    const newFiles = [...listed.values()].map(asFound)
    await writer.addFiles(newFiles)
    await writer.changeFiles(different)
    counts.added += newFiles.length
    counts.changed += different.length
    if (until === null) await writer.removeEmptyFolders()
  }
}

function asFound({ path, size, modifiedAt, version }: RemoteFile): FoundFile {
  return { kind: 'file', path, size: size ?? 0, modifiedAt: modifiedAt ?? 0, version: version ?? '' }
}

/** What is not told of a file has not changed. */
function isUnchanged(previous: KnownFile, { size, modifiedAt, version }: RemoteFile): boolean {
  if (previous.checksum === null && previous.examined === 1) return false
  const isSame = (now: number | string | null, then: number | string | null) => now === null || now === then
  return isSame(size, previous.size) && isSame(modifiedAt, previous.modifiedAt) && isSame(version, previous.version)
}
