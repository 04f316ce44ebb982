import type { SpaceFile } from '@vermilion/contract/files'
import { sql, type Generated } from 'kysely'
import { inSlices, readJson, type Flag, type JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { dialect } from '#platform/database/dialect'
import { updateRows } from '#platform/database/update-rows'
import { valuesOf } from '#platform/database/values'
import { pathAndAncestors } from './folders/folder-store.ts'

export interface FileRow extends Omit<SpaceFile, 'broken' | 'tags' | 'score'> {
  /** Increases in the order of addition. */
  number: number
  folder: number
  sortKey: string
  broken: Flag
  /** True once the picture workers have examined it, or never will. */
  examined: Flag
  tags: JsonText<string[]>
  /** -1 without a score. */
  score: number
  /** The file system's time, in microseconds since 1970; null in a managed space. */
  modifiedAt: number | null
  /** That of a file in a bucket or of a list of addresses, by which a change of its content is known. */
  version: string | null
}

export type NewFileRow = Omit<FileRow, 'number'>
export type FileTable = NewFileRow & { number: Generated<number> }

export type ReadFile = SpaceFile & { checksum: string }

export function toFile<Row extends NewFileRow & { number?: number }>(row: Row): SpaceFile & Pick<Row, 'checksum'> {
  const {
    number: _number,
    folder: _folder,
    sortKey: _sortKey,
    examined: _examined,
    modifiedAt: _modified,
    version: _version,
    ...file
  } = row
  const { broken, tags, score } = row
  return { ...file, broken: broken === 1, tags: readJson(tags), score: score < 0 ? null : score }
}

interface FileTables {
  files: FileTable
  spaces: { id: string }
}

export type FileStore = ReturnType<typeof createFileStore>

export function createFileStore(database: Database) {
  const query = database.query<FileTables>()
  const reader = database.reader<FileTables>()
  return {
    byId: (id: string) =>
      query
        .selectFrom('files')
        .innerJoin('spaces', 'spaces.id', 'files.spaceId')
        .selectAll('files')
        .where('files.id', '=', id)
        .executeTakeFirst(),
    existing: (ids: readonly string[]) =>
      query
        .selectFrom('files')
        .innerJoin('spaces', 'spaces.id', 'files.spaceId')
        .selectAll('files')
        .where('files.id', 'in', dialect.texts(ids))
        .execute(),
    byIds: (spaceId: string, ids: readonly string[]) =>
      query.selectFrom('files').selectAll().where('spaceId', '=', spaceId).where('id', 'in', ids).execute(),
    /** A file in the way of a folder: at its path, or at that of a folder above it. */
    async blocking(spaceId: string, folder: string): Promise<{ path: string } | undefined> {
      const paths = pathAndAncestors(folder).filter((path) => path !== '')
      if (paths.length === 0) return undefined
      const some = query.selectFrom('files').select('path').where('spaceId', '=', spaceId).where('path', 'in', paths)
      return some.executeTakeFirst()
    },
    /** Each content with the paths of its first two files. */
    async equals(spaceId: string, checksums: readonly string[]): Promise<Map<string, string[]>> {
      const isEqual = sql`"first"."checksum" = "wanted"."value" and "first"."spaceId" = ${spaceId}`
      const { rows } = await sql<{ checksum: string; path: string }>`select "equal"."checksum", "equal"."path"
        from ${dialect.texts([...new Set(checksums)])} as "wanted"
        ${dialect.joinFirst('files', { alias: 'equal', where: isEqual, orderBy: 'number', limit: 2 })}`.execute(query)
      return new Map(
        [...Map.groupBy(rows, (row) => row.checksum)].map(([is, some]) => [is, some.map(({ path }) => path)]),
      )
    },
    atPaths: (spaceId: string, paths: readonly string[]) =>
      reader
        .selectFrom('files')
        .selectAll()
        .where('spaceId', '=', spaceId)
        .where('path', 'in', dialect.texts(paths))
        .execute(),
    async addAll(rows: readonly NewFileRow[]): Promise<void> {
      for (const some of inSlices(rows)) await query.insertInto('files').values(some).execute()
    },
    updateAll: (rows: readonly (Pick<FileRow, 'id'> & Partial<FileRow>)[]) =>
      updateRows(query, 'files', rows, { keys: ['id'], numbers: ['folder'] }),
    update: (id: string, set: Partial<FileRow>) => query.updateTable('files').set(set).where('id', '=', id).execute(),
    async setScores(scores: ReadonlyMap<string, number>): Promise<Set<string>> {
      if (scores.size === 0) return new Set()
      const rows = [...scores].map(([id, score]) => ({ id, score }))
      const files = query
        .with('scored(id, score)', () => valuesOf(rows, ['id', 'score']))
        .updateTable('files')
        .from('scored')
        .set(({ ref }) => ({ score: ref('scored.score') }))
        .whereRef('files.id', '=', 'scored.id')
      return new Set((await files.returning('spaceId').execute()).map(({ spaceId }) => spaceId))
    },
    remove: (ids: readonly string[]) => query.deleteFrom('files').where('id', 'in', ids).execute(),
    async removeBatch(spaceId: string, limit: number): Promise<number> {
      const some = query.selectFrom('files').select('id').where('spaceId', '=', spaceId).limit(limit)
      return Number((await query.deleteFrom('files').where('id', 'in', some).executeTakeFirst()).numDeletedRows)
    },
    count: () =>
      reader
        .selectFrom('files')
        .select([
          'spaceId',
          sql<number>`count(*)`.as('fileCount'),
          sql<number>`sum(${sql.ref('size')})`.as('totalSize'),
        ])
        .groupBy('spaceId')
        .execute(),
  }
}
