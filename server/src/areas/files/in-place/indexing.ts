import { joinPath } from '../storing/numbered-path.ts'
import type { ScanReport } from '@vermilion/contract/spaces'
import { batchesOf } from '#platform/batches'
import { sameState } from '#platform/blobs/folder-file'
import { createIndexWriter, type FoundFile, type IndexingNeeds } from './index-writer.ts'
import { createNumberBitmap } from './number-bitmap.ts'
import type { KnownFile } from './scan-store.ts'
import type { WalkEntry } from './walk.ts'

type FoundFolder = Extract<WalkEntry, { kind: 'folder' }>
export type IndexCounts = Pick<ScanReport, 'added' | 'changed' | 'removed'>

const lookupBatchSize = 400

export function createIndexing(needs: IndexingNeeds, spaceId: string, counts: IndexCounts) {
  const { scanStore } = needs
  const existingNumbers = createNumberBitmap()
  const writer = createIndexWriter(needs, spaceId, existingNumbers)

  async function indexFiles(files: readonly FoundFile[]): Promise<void> {
    for (const some of batchesOf(files, lookupBatchSize)) {
      const paths = some.map(({ path }) => path)
      const rows = await scanStore.filesAt(spaceId, paths)
      const knownFiles = new Map(rows.map((row) => [row.path, row]))
      const newItems = some.filter(({ path }) => !knownFiles.has(path))
      const different = some.flatMap((file) => {
        const previous = knownFiles.get(file.path)
        if (previous === undefined) return []
        existingNumbers.add(previous.number)
        return isUnchanged(previous, file) ? [] : [{ ...file, previous }]
      })
      await writer.addFiles(newItems)
      await writer.changeFiles(different)
      counts.added += newItems.length
      counts.changed += different.filter(({ previous, ...file }) => !sameState(stateOf(previous), file)).length
    }
  }

  async function indexFolders(foundFolders: readonly FoundFolder[]): Promise<void> {
    for (const some of batchesOf(foundFolders, lookupBatchSize)) {
      const paths = some.map(({ path }) => path)
      let rows = await scanStore.foldersAt(spaceId, paths)
      const knownPaths = new Set(rows.map(({ path }) => path))
      const newItems = some.filter(({ path }) => !knownPaths.has(path))
      await writer.addFolders(newItems.map(({ path }) => path))
      if (newItems.length > 0) rows = await scanStore.foldersAt(spaceId, paths)
      const byPath = new Map(rows.map((row) => [row.path, row]))
      for (const { path, files } of some) {
        const row = byPath.get(path)
        if (row !== undefined && row.fileCount > files) await removeMissing(row.number)
      }
      const existingPaths = new Set(some.flatMap(({ path, folders }) => folders.map((name) => joinPath(path, name))))
      const children = await scanStore.foldersIn(rows.map(({ number }) => number))
      for (const { path } of children) if (!existingPaths.has(path)) await removeFolder(path)
    }
  }

  async function removeMissing(folder: number): Promise<void> {
    for (let after = 0; ;) {
      const some = await scanStore.filesIn(folder, after, lookupBatchSize)
      const missingFiles = some.filter(({ number }) => !existingNumbers.has(number))
      await writer.removeFiles(missingFiles)
      counts.removed += missingFiles.length
      const last = some.at(-1)
      if (last === undefined || some.length < lookupBatchSize) return
      after = last.number
    }
  }

  async function removeFolder(path: string): Promise<void> {
    for (;;) {
      const files = await scanStore.filesBelow(spaceId, path, lookupBatchSize)
      await writer.removeFiles(files)
      counts.removed += files.length
      if (files.length < lookupBatchSize) break
    }
    await writer.removeFolder(path)
  }

  return async (entries: readonly WalkEntry[]): Promise<void> => {
    await indexFiles(entries.filter((one) => one.kind === 'file'))
    await indexFolders(entries.filter((one) => one.kind === 'folder'))
  }
}

function stateOf({ size, modifiedAt }: KnownFile) {
  return { size, modifiedAt: modifiedAt ?? -1 }
}

function isUnchanged(previous: KnownFile, file: FoundFile): boolean {
  return sameState(stateOf(previous), file) && !(previous.checksum === null && previous.examined === 1)
}
