import { sql } from 'kysely'
import type { Blob } from '#platform/blobs/blob-store'
import type { Database } from '#platform/database/database'
import { dialect } from '#platform/database/dialect'
import type { FileRow } from '../store.ts'

interface ContentTables {
  files: FileRow
  spaces: { id: string; name: string }
  deletedSpaces: { id: string; name: string }
}

export type ContentStore = ReturnType<typeof createContentStore>

export function createContentStore(database: Database) {
  const query = database.query<ContentTables>()
  const reader = database.reader<ContentTables>()
  return {
    /** Unexamined files in order after a number. The condition is literal so that a partial index applies. */
    toExamine: (limit: number, after = 0) =>
      query
        .selectFrom('files')
        .selectAll()
        .where(sql<boolean>`${sql.ref('examined')} = 0`)
        .where('number', '>', after)
        .orderBy('number')
        .limit(limit)
        .execute(),
    async setSize(checksum: string, size: { width: number; height: number }): Promise<void> {
      const rows = query.updateTable('files').set(size).where('checksum', '=', checksum).where('kind', '=', 'image')
      await rows.where(sql<boolean>`${sql.ref('examined')} = 0`).execute()
    },
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
      const some = query.selectFrom('files').select('id').where('id', 'in', dialect.texts(ids))
      const rows = await some.where('broken', '=', 1).execute()
      return new Set(rows.map(({ id }) => id))
    },
    async listReferenced(checksums: readonly string[]): Promise<string[]> {
      if (checksums.length === 0) return []
      const rows = query.selectFrom('files').select('checksum').distinct().where('modifiedAt', 'is', null)
      return (await rows.where('checksum', 'in', checksums).execute()).flatMap((row) => row.checksum ?? [])
    },
    async holders(ids: readonly string[]) {
      const spaces = await query.selectFrom('spaces').select(['id', 'name']).where('id', 'in', ids).execute()
      const deleted = await query.selectFrom('deletedSpaces').select(['id', 'name']).where('id', 'in', ids).execute()
      const existing = new Set(spaces.map(({ id }) => id))
      const names = new Map([...deleted, ...spaces].map(({ id, name }) => [id, name]))
      return ids.map((id) => ({ id, name: names.get(id) ?? '', isDeleted: !existing.has(id) }))
    },
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
