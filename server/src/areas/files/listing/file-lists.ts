import type { FileFilter, FilePage, FilePageQuery, SpaceFile } from '@vermilion/contract/files'
import type { Database } from '#platform/database/database'
import type { Spaces } from '#areas/spaces'
import { toFile } from '../store.ts'
import { folderPath } from '../folders/folder-path.ts'
import type { FolderStore } from '../folders/folder-store.ts'
import { createListing } from './listing.ts'

interface Needs {
  readonly database: Database
  readonly spaces: Spaces
  readonly folders: FolderStore
}

export function createFileLists({ database, spaces, folders }: Needs) {
  const listing = createListing(database, folders)
  const inSpelling = async (spaceId: string, filter: FileFilter): Promise<FileFilter> => ({
    ...filter,
    folder: await folderPath(spaces, spaceId, filter.folder),
  })
  return {
    async list(spaceId: string, filter: FileFilter, query: FilePageQuery): Promise<FilePage> {
      await spaces.get(spaceId)
      const page = await listing.page(spaceId, await inSpelling(spaceId, filter), query)
      return { ...page, items: page.items.map(toFile) }
    },

    async count(spaceId: string, filter: FileFilter): Promise<{ files: number; bytes: number }> {
      await spaces.get(spaceId)
      return listing.count(spaceId, await inSpelling(spaceId, filter))
    },

    /** Concurrent additions and removals may or may not be seen. */
    async *batches(spaceId: string, filter: FileFilter, batchSize = 500): AsyncGenerator<SpaceFile[]> {
      const resolvedFilter = await inSpelling(spaceId, filter)
      let rows = await listing.after(spaceId, resolvedFilter, undefined, batchSize)
      while (rows.length > 0) {
        yield rows.map(toFile)
        rows = await listing.after(spaceId, resolvedFilter, rows.at(-1), batchSize)
      }
    },
  }
}
