import { sql, type SqlBool } from 'kysely'
import type { ContentPlace } from '#platform/blobs/composed'
import { inSlices } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { dialect } from '#platform/database/dialect'
import type { FileRow, NewFileRow } from '../store.ts'

const [maximumLocations, maxForgotten] = [8, 100_000]

interface Tables {
  files: NewFileRow & { number: number }
  spaces: { id: string; path: string; storageId: string | null }
  remoteVersions: RemoteVersion
  trash: { checksum: string }
}

export interface RemoteVersion {
  readonly checksum: string
  /** The path of the space. */
  readonly folder: string
  readonly storageId: string | null
  readonly path: string
  readonly version: string
  readonly size: number
}

export type InPlaceStore = ReturnType<typeof createInPlaceStore>

export function createInPlaceStore(database: Database) {
  const query = database.query<Tables>()
  /** An object may be replaced by one of its size within the second that its time tells. */
  const ofState = ({ id, size, modifiedAt, version }: FileRow) =>
    query
      .updateTable('files')
      .where('id', '=', id)
      .where('size', '=', size)
      .where('modifiedAt', modifiedAt === null ? 'is' : '=', modifiedAt)
      .where('version', version === null ? 'is' : '=', version)

  return {
    async listLocations(checksum: string): Promise<ContentPlace[]> {
      const rows = await query
        .selectFrom('files')
        .innerJoin('spaces', 'spaces.id', 'files.spaceId')
        .select(['files.path', 'files.size', 'files.modifiedAt', 'spaces.path as folder'])
        .where('checksum', '=', checksum)
        .where('modifiedAt', 'is not', null)
        .where('version', 'is', null)
        .limit(maximumLocations)
        .execute()
      return rows.map(({ modifiedAt, ...row }) => ({ ...row, modifiedAt: modifiedAt ?? 0 }))
    },

    /** Those that the index still has come first. */
    async remoteVersions(checksum: string): Promise<(RemoteVersion & { isIndexed: boolean })[]> {
      const rows = await query
        .selectFrom('remoteVersions')
        .leftJoin('spaces', 'spaces.path', 'remoteVersions.folder')
        .leftJoin('files', (join) =>
          join
            .onRef('files.spaceId', '=', 'spaces.id')
            .onRef('files.path', '=', 'remoteVersions.path')
            .onRef('files.checksum', '=', 'remoteVersions.checksum'),
        )
        .select(['remoteVersions.checksum', 'remoteVersions.path', 'remoteVersions.version', 'remoteVersions.size'])
        .select(({ fn }) => fn.coalesce('spaces.storageId', 'remoteVersions.storageId').as('storageId'))
        .select(['remoteVersions.folder', 'files.id as fileId'])
        .where('remoteVersions.checksum', '=', checksum)
        .orderBy('files.id', (order) => order.desc())
        .limit(maximumLocations)
        .execute()
      return rows.map(({ fileId, ...row }) => ({ ...row, isIndexed: fileId !== null }))
    },

    addRemoteVersions: (rows: readonly RemoteVersion[]) =>
      query
        .insertInto('remoteVersions')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['checksum', 'folder', 'path']).doUpdateSet(({ ref }) => ({
            version: ref('excluded.version'),
            storageId: ref('excluded.storageId'),
          })),
        )
        .execute(),

    /** What a list does not tell of a file, and reading it has. */
    setTold: ({ id, version }: FileRow, reported: Pick<FileRow, 'size' | 'version' | 'checksum'>) =>
      query.updateTable('files').set(reported).where('id', '=', id).where('version', '=', version).execute(),

    /** The checksum that somebody else has taken of the same state. */
    async checksumNow({ id, size, modifiedAt, version }: FileRow): Promise<string | null> {
      const same = query.selectFrom('files').select('checksum').where('id', '=', id).where('size', '=', size)
      const row = await same.where('modifiedAt', '=', modifiedAt).where('version', '=', version).executeTakeFirst()
      return row?.checksum ?? null
    },

    /** Unless the index has a newer state. */
    setChecksum: (row: FileRow, checksum: string) => ofState(row).set({ checksum }).execute(),

    setDone: (row: FileRow) => ofState(row).set({ examined: 1 }).execute(),
  }
}

/** Contents that versions of datasets name, wherever their files are by now. */
export function createPinnedContents(database: Database) {
  const reader = database.reader<Tables>()
  const spaces = reader.selectFrom('spaces').select('path')
  return {
    /** Those that their files no longer have, and whether one can still be read: elsewhere, or as an older version. */
    async differences(contents: readonly { readonly fileId: string; readonly checksum: string }[]) {
      const ids = contents.map(({ fileId }) => fileId)
      const rows = await reader.selectFrom('files').select(['id', 'checksum']).where('id', 'in', ids).execute()
      const now = new Map(rows.map(({ id, checksum }) => [id, checksum]))
      const different = contents.filter(({ fileId, checksum }) => now.get(fileId) !== checksum)
      const isOld = sql<SqlBool>`"checksum" in ${dialect.texts(different.map(({ checksum }) => checksum))}`
      const stored = (table: keyof Tables) =>
        reader
          .selectFrom(table as 'files')
          .select('checksum')
          .where(isOld)
      const older = stored('remoteVersions').where(dialect.position('version', ' '), '>', 0)
      const existing = await stored('files').union(stored('trash')).union(older).execute()
      const readable = new Set(existing.map(({ checksum }) => checksum))
      return different.map(({ fileId, checksum }) => ({ isGone: !now.has(fileId), isReadable: readable.has(checksum) }))
    },

    /** Those that no file has, of spaces that are gone; no more than `maxForgotten`. */
    async ofRemovedSpaces(): Promise<string[]> {
      const rows = reader.selectFrom('remoteVersions').select('checksum').distinct().where('folder', 'not in', spaces)
      const files = reader
        .selectFrom('files')
        .select('id')
        .where('checksum', '=', sql.ref<string>('remoteVersions.checksum'))
      const unnamed = rows.where(({ not, exists }) => not(exists(files))).limit(maxForgotten)
      return (await unnamed.execute()).map(({ checksum }) => checksum)
    },

    async forget(checksums: readonly string[]): Promise<void> {
      const rows = database.query<Tables>().deleteFrom('remoteVersions').where('folder', 'not in', spaces)
      for (const some of inSlices(checksums)) await rows.where('checksum', 'in', some).execute()
    },
  }
}
