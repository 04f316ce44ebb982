import type { Database } from '#platform/database/database'
import type { FileRow, FileTable, NewFileRow } from '../store.ts'

const knownColumns = ['number', 'id', 'path', 'size', 'modifiedAt', 'version', 'checksum', 'examined'] as const
export type KnownFile = Pick<FileRow, (typeof knownColumns)[number]>

export interface KnownFolder {
  readonly number: number
  readonly path: string
  readonly fileCount: number
}

interface Tables {
  files: FileTable
  folders: KnownFolder & { spaceId: string; parent: number | null; allFiles: number }
}

export type ScanStore = ReturnType<typeof createScanStore>

export function createScanStore(database: Database) {
  const query = database.query<Tables>()
  const reader = database.reader<Tables>()
  const inSpace = (spaceId: string) => reader.selectFrom('files').select(knownColumns).where('spaceId', '=', spaceId)
  return {
    filesAt: (spaceId: string, paths: readonly string[]): Promise<KnownFile[]> =>
      inSpace(spaceId).where('path', 'in', paths).execute(),

    filesIn: (folder: number, after: number, limit: number): Promise<KnownFile[]> =>
      reader
        .selectFrom('files')
        .select(knownColumns)
        .where('folder', '=', folder)
        .where('number', '>', after)
        .orderBy('number')
        .limit(limit)
        .execute(),

    filesBelow: (spaceId: string, folder: string, limit: number): Promise<KnownFile[]> =>
      inSpace(spaceId).where('path', '>=', `${folder}/`).where('path', '<', `${folder}0`).limit(limit).execute(),

    /** Files in the order of their paths, after one and up to another, or to the end. */
    filesBetween(spaceId: string, after: string, until: string | null, limit: number): Promise<KnownFile[]> {
      const some = inSpace(spaceId).where('path', '>', after).orderBy('path').limit(limit)
      return (until === null ? some : some.where('path', '<=', until)).execute()
    },

    async addFiles(rows: readonly NewFileRow[]): Promise<number[]> {
      if (rows.length === 0) return []
      const added = await query.insertInto('files').values(rows).returning('number').execute()
      return added.map(({ number }) => number)
    },

    updateFile: (id: string, set: Partial<FileRow>) =>
      query.updateTable('files').set(set).where('id', '=', id).execute(),

    removeFiles: (ids: readonly string[]) => query.deleteFrom('files').where('id', 'in', ids).execute(),

    foldersAt: (spaceId: string, paths: readonly string[]): Promise<KnownFolder[]> =>
      reader
        .selectFrom('folders')
        .select(['number', 'path', 'fileCount'])
        .where('spaceId', '=', spaceId)
        .where('path', 'in', paths)
        .execute(),

    foldersIn: (parents: readonly number[]): Promise<{ path: string }[]> =>
      reader.selectFrom('folders').select('path').where('parent', 'in', parents).execute(),

    /** Those that have no file below them; not the root. */
    async removeEmptyFolders(spaceId: string, limit: number): Promise<number> {
      const empty = query.selectFrom('folders').select('number').where('spaceId', '=', spaceId).where('path', '!=', '')
      const some = empty.where('allFiles', '=', 0).limit(limit)
      const { numDeletedRows } = await query.deleteFrom('folders').where('number', 'in', some).executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },

    async removeFolders(spaceId: string, folder: string, limit: number): Promise<number> {
      const below = query.selectFrom('folders').select('number').where('spaceId', '=', spaceId)
      const some = below.where('path', '>=', `${folder}/`).where('path', '<', `${folder}0`).limit(limit)
      const { numDeletedRows } = await query.deleteFrom('folders').where('number', 'in', some).executeTakeFirstOrThrow()
      if (numDeletedRows < limit)
        await query.deleteFrom('folders').where('spaceId', '=', spaceId).where('path', '=', folder).execute()
      return Number(numDeletedRows)
    },
  }
}
