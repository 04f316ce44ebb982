import type { ContentPlace } from '#platform/blobs/composed'
import type { Database } from '#platform/database/database'
import type { FileRow, NewFileRow } from '../store.ts'

const maximumLocations = 8

interface Tables {
  files: NewFileRow & { number: number }
  spaces: { id: string; path: string; storageId: string | null }
  remoteVersions: RemoteVersion
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
        .selectAll('remoteVersions')
        .select(['spaces.storageId as presentStorage', 'files.id as fileId'])
        .where('remoteVersions.checksum', '=', checksum)
        .orderBy('files.id', (order) => order.desc())
        .limit(maximumLocations)
        .execute()
      return rows.map(({ presentStorage, fileId, storageId, ...row }) => ({
        ...row,
        storageId: presentStorage ?? storageId,
        isIndexed: fileId !== null,
      }))
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
      const row = await query
        .selectFrom('files')
        .select(['checksum', 'size', 'modifiedAt', 'version'])
        .where('id', '=', id)
        .executeTakeFirst()
      const isSame = row?.size === size && row.modifiedAt === modifiedAt && row.version === version
      return isSame ? row.checksum : null
    },

    /** Unless the index has a newer state. */
    setChecksum: ({ id, size, modifiedAt }: FileRow, checksum: string) =>
      query
        .updateTable('files')
        .set({ checksum })
        .where('id', '=', id)
        .where('size', '=', size)
        .where('modifiedAt', '=', modifiedAt)
        .execute(),

    setDone: ({ id, size, modifiedAt }: FileRow) =>
      query
        .updateTable('files')
        .set({ examined: 1 })
        .where('id', '=', id)
        .where('size', '=', size)
        .where('modifiedAt', modifiedAt === null ? 'is' : '=', modifiedAt)
        .execute(),
  }
}
