import type { ContentPlace } from '#platform/blobs/composed'
import type { Database } from '#platform/database/database'
import type { FileRow, NewFileRow } from '../store.ts'

const maximumLocations = 8

interface Tables {
  files: NewFileRow & { number: number }
  spaces: { id: string; path: string }
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
        .limit(maximumLocations)
        .execute()
      return rows.map(({ modifiedAt, ...row }) => ({ ...row, modifiedAt: modifiedAt ?? 0 }))
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
