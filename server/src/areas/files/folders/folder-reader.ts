import type { Folder } from '@vermilion/contract/files'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Spaces } from '#areas/spaces'
import type { Reports } from '../report/report.ts'
import { folderPath } from './folder-path.ts'
import type { FolderRow, FolderStore } from './folder-store.ts'
import type { SubfolderStore } from './subfolder-store.ts'

interface Needs {
  readonly spaces: Spaces
  readonly folders: Pick<FolderStore, 'byPath' | 'numberOf'>
  readonly subfolders: Pick<SubfolderStore, 'list' | 'count'>
  readonly reports: Reports
}

export function createFolderReader({ spaces, folders, subfolders, reports }: Needs) {
  return {
    async folders(spaceId: string, input: string, window: { offset: number; limit: number }) {
      await spaces.get(spaceId)
      const number = await folders.numberOf(spaceId, await folderPath(spaces, spaceId, input))
      if (number === undefined) return { items: [], total: 0 }
      const [items, total] = await Promise.all([subfolders.list(number, window), subfolders.count(number)])
      return { items: items.map(toFolder), total }
    },

    async folder(spaceId: string, input: string): Promise<Folder> {
      const { createdAt, updatedAt } = await spaces.get(spaceId)
      const path = await folderPath(spaces, spaceId, input)
      const row = await folders.byPath(spaceId, path)
      if (row !== undefined) return toFolder(row)
      if (path !== '') throw fail('folder.not-found')
      return { name: '', path, fileCount: 0, totalSize: 0, createdAt, updatedAt }
    },

    async report(spaceId: string, input: string): ReturnType<typeof reports.get> {
      const path = await folderPath(spaces, spaceId, input)
      await spaces.get(spaceId)
      if (path !== '' && (await folders.byPath(spaceId, path)) === undefined) throw fail('folder.not-found')
      return reports.get(spaceId, path)
    },
  }
}

function toFolder({ name, path, allFiles, allSize, createdAt, updatedAt }: Omit<FolderRow, 'number'>): Folder {
  return { name, path, fileCount: allFiles, totalSize: allSize, createdAt, updatedAt }
}
