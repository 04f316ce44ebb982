import { sql } from 'kysely'
import type { Blob } from '#platform/blobs/blob-store'
import type { Database } from '#platform/database/database'
import type { FileRow } from '../store.ts'

interface ContentTables {
  files: FileRow
  spaces: { id: string; name: string }
  deletedSpaces: { id: string; name: string }
}

export type ContentStore = ReturnType<typeof createContentStore>

/** Rows of files by their contents: what is known of these, and which of them are blobs. No rules here. */
export function createContentStore(database: Database) {
  const query = database.query<ContentTables>()
  const reader = database.reader<ContentTables>()
  return {
    /** Files that nobody has looked at, in the order they came after one. The condition is literal: a partial index has it. */
    toExamine: (limit: number, after = 0) =>
      query
        .selectFrom('files')
        .selectAll()
        .where(sql<boolean>`${sql.ref('examined')} = 0`)
        .where('number', '>', after)
        .orderBy('number')
        .limit(limit)
        .execute(),
    /** Says of every file with this content how large the picture is by its header; it is still to be examined. */
    async setSize(checksum: string, size: { width: number; height: number }): Promise<void> {
      const rows = query.updateTable('files').set(size).where('checksum', '=', checksum).where('kind', '=', 'image')
      await rows.where(sql<boolean>`${sql.ref('examined')} = 0`).execute()
    },
    /** Says of every file with this content what the picture workers found; answers these files. */
    async setExamined(checksum: string, findings: Pick<FileRow, 'width' | 'height' | 'broken'>) {
      const rows = query
        .updateTable('files')
        .set({ ...findings, examined: 1 })
        .where('checksum', '=', checksum)
        .where('kind', '=', 'image')
        .where(sql<boolean>`${sql.ref('examined')} = 0`)
      return rows.returning(['id', 'spaceId']).execute()
    },
    async broken(ids: readonly string[]): Promise<Set<string>> {
      const among = sql<boolean>`${sql.ref('id')} in (select value from json_each(${JSON.stringify(ids)}))`
      const rows = await query.selectFrom('files').select('id').where(among).where('broken', '=', 1).execute()
      return new Set(rows.map(({ id }) => id))
    },
    async listReferenced(checksums: readonly string[]): Promise<string[]> {
      if (checksums.length === 0) return []
      const rows = query.selectFrom('files').select('checksum').distinct().where('modifiedAt', 'is', null)
      return (await rows.where('checksum', 'in', checksums).execute()).flatMap((row) => row.checksum ?? [])
    },
    /** The names of spaces, also of deleted ones; of one that is gone for good its files go as well. */
    async holders(ids: readonly string[]) {
      const spaces = await query.selectFrom('spaces').select(['id', 'name']).where('id', 'in', ids).execute()
      const deleted = await query.selectFrom('deletedSpaces').select(['id', 'name']).where('id', 'in', ids).execute()
      const existing = new Set(spaces.map(({ id }) => id))
      const names = new Map([...deleted, ...spaces].map(({ id, name }) => [id, name]))
      return ids.map((id) => ({ id, name: names.get(id) ?? '', isDeleted: !existing.has(id) }))
    },
    /** What lies in the store of blobs: all but files in place. */
    allBlobs: (): AsyncIterable<Blob> =>
      reader
        .selectFrom('files')
        .select(['checksum', 'size'])
        .where('modifiedAt', 'is', null)
        .$narrowType<{ checksum: string }>()
        .distinct()
        .stream(),
  }
}
