import type { SpaceReport } from '@vermilion/contract/files/space-report'
import type { FolderStore } from '../folders/folder-store.ts'
import type { SubfolderStore } from '../folders/subfolder-store.ts'

const maximumFolders = 20

interface FolderStores {
  readonly folders: Pick<FolderStore, 'byPath'>
  readonly subfolders: Pick<SubfolderStore, 'largest' | 'totals'>
}

export async function folderPart(
  { folders, subfolders }: FolderStores,
  spaceId: string,
  path: string,
): Promise<Pick<SpaceReport, 'folders' | 'otherFolders' | 'outsideFolders'>> {
  const row = await folders.byPath(spaceId, path)
  const none = { files: 0, bytes: 0 }
  if (row === undefined) return { folders: [], otherFolders: { folders: 0, ...none }, outsideFolders: none }
  const [largest, all] = await Promise.all([
    subfolders.largest(row.number, maximumFolders),
    subfolders.totals(row.number),
  ])
  const of = (sum: (folder: { allFiles: number; allSize: number }) => number) =>
    largest.reduce((total, folder) => total + sum(folder), 0)
  return {
    folders: largest.map(({ name, path: at, allFiles, allSize }) => ({
      name,
      path: at,
      files: allFiles,
      bytes: allSize,
    })),
    otherFolders: {
      folders: all.folders - largest.length,
      files: all.files - of(({ allFiles }) => allFiles),
      bytes: all.bytes - of(({ allSize }) => allSize),
    },
    outsideFolders: { files: row.fileCount, bytes: row.totalSize },
  }
}
