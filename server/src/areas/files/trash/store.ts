import type { TrashedFile } from '@vermilion/contract/files/trash'
import type { PageQuery } from '@vermilion/contract/kernel/page'
import { sql } from 'kysely'
import type { Blob } from '#platform/blobs/blob-store'
import type { JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { readPage } from '#platform/database/page'
import type { FileRow } from '../store.ts'

export interface TrashRow extends Pick<TrashedFile, 'spaceId' | 'path' | 'size' | 'deletedAt' | 'deletedBy'> {
  fileId: string
  checksum: string
  file: JsonText<FileRow>
  /** Null in the trash. */
  heldBy: string | null
}

export type TrashKey = Pick<TrashRow, 'deletedAt' | 'fileId'>

interface TrashTables {
  trash: TrashRow
  files: FileRow
  spaces: { id: string; name: string }
}

export type TrashStore = ReturnType<typeof createTrashStore>

const newestFirst = [
  { column: 'deletedAt', direction: 'desc' },
  { column: 'fileId', direction: 'asc' },
] as const

export function createTrashStore(database: Database) {
  const query = database.query<TrashTables>()
  const reader = database.reader<TrashTables>()
  return {
    page: (spaceId: string, pageQuery: PageQuery) =>
      readPage(reader.selectFrom('trash').selectAll().where('spaceId', '=', spaceId).where('heldBy', 'is', null), {
        ...pageQuery,
        sort: newestFirst,
      }),
    pageOfAll: (pageQuery: PageQuery) =>
      readPage(
        reader
          .selectFrom('trash')
          .innerJoin('spaces', 'spaces.id', 'trash.spaceId')
          .selectAll('trash')
          .select('spaces.name as spaceName')
          .where('heldBy', 'is', null),
        { ...pageQuery, sort: newestFirst },
      ),
    add: (rows: readonly Omit<TrashRow, 'heldBy'>[]) =>
      query
        .insertInto('trash')
        .values(rows.map((row) => ({ ...row, heldBy: null })))
        .execute(),
    byIds: (spaceId: string, fileIds: readonly string[]) =>
      query
        .selectFrom('trash')
        .selectAll()
        .where('spaceId', '=', spaceId)
        .where('fileId', 'in', fileIds)
        .where('heldBy', 'is', null)
        .execute(),
    after: (spaceId: string, { after, until, limit }: { after: TrashKey; until: string; limit: number }) =>
      reader
        .selectFrom('trash')
        .selectAll()
        .where('spaceId', '=', spaceId)
        .where('deletedAt', '<=', until)
        .where('heldBy', 'is', null)
        .where(sql<boolean>`(${sql.ref('deletedAt')}, ${sql.ref('fileId')}) > (${after.deletedAt}, ${after.fileId})`)
        .orderBy('deletedAt')
        .orderBy('fileId')
        .limit(limit)
        .execute(),
    async putBack(rows: readonly FileRow[]): Promise<void> {
      if (rows.length > 0) await query.insertInto('files').values(rows).execute()
    },
    remove: (fileIds: readonly string[]) => query.deleteFrom('trash').where('fileId', 'in', fileIds).execute(),
    async removeBatch(spaceId: string, limit: number): Promise<number> {
      const some = query.selectFrom('trash').select('fileId').where('spaceId', '=', spaceId).limit(limit)
      return Number((await query.deleteFrom('trash').where('fileId', 'in', some).executeTakeFirst()).numDeletedRows)
    },
    async removeOlder(threshold: string, limit: number): Promise<number> {
      const aged = query.selectFrom('trash').select('fileId').where('deletedAt', '<', threshold)
      const old = aged.where('heldBy', 'is', null).limit(limit)
      return Number((await query.deleteFrom('trash').where('fileId', 'in', old).executeTakeFirst()).numDeletedRows)
    },
    async named(checksums: readonly string[]): Promise<string[]> {
      if (checksums.length === 0) return []
      const rows = query.selectFrom('trash').select('checksum').distinct().where('checksum', 'in', checksums)
      return (await rows.execute()).map(({ checksum }) => checksum)
    },
    holders: (ids: readonly string[]) =>
      query.selectFrom('spaces').select(['id', 'name']).where('id', 'in', ids).execute(),
    allBlobs: (): AsyncIterable<Blob> => reader.selectFrom('trash').select(['checksum', 'size']).distinct().stream(),
  }
}
