import type { Blob } from '#platform/blobs/blob-store'
import type { Database } from '#platform/database/database'
import type { TrashRow } from './store.ts'

export function createHeldTrash(database: Database) {
  const query = database.query<{ trash: TrashRow }>()
  const some = (heldBy: string, limit: number) =>
    query.selectFrom('trash').select('fileId').where('heldBy', '=', heldBy).limit(limit)
  return {
    /** Null for contents in the trash. */
    contents(heldBy: string | null): AsyncIterable<Blob> {
      const rows = database.reader<{ trash: TrashRow }>().selectFrom('trash').select(['checksum', 'size']).distinct()
      return rows.where('heldBy', heldBy === null ? 'is' : '=', heldBy).stream()
    },
    holdsAny: async (heldBy: string) => (await some(heldBy, 1).execute()).length > 0,
    async heldByOthers(checksums: readonly string[], heldBy: string | null): Promise<string[]> {
      if (checksums.length === 0) return []
      const rows = query.selectFrom('trash').select('checksum').distinct().where('heldBy', 'is not', null)
      const held = await rows
        .where('checksum', 'in', checksums)
        .where('heldBy', '!=', heldBy ?? '')
        .execute()
      return held.map(({ checksum }) => checksum)
    },
    async hold(heldBy: string, { until, limit }: { until: string; limit: number }): Promise<string[]> {
      const deleted = query.selectFrom('trash').select('fileId').where('deletedAt', '<=', until)
      const oldest = deleted.where('heldBy', 'is', null).orderBy('deletedAt').limit(limit)
      const held = query.updateTable('trash').set({ heldBy }).where('fileId', 'in', oldest)
      return (await held.returning('spaceId').execute()).map(({ spaceId }) => spaceId)
    },
    async putBack(heldBy: string, limit: number): Promise<string[]> {
      const back = query.updateTable('trash').set({ heldBy: null }).where('fileId', 'in', some(heldBy, limit))
      return (await back.returning('spaceId').execute()).map(({ spaceId }) => spaceId)
    },
    async remove(heldBy: string, limit: number): Promise<string[]> {
      const removed = query.deleteFrom('trash').where('fileId', 'in', some(heldBy, limit))
      return (await removed.returning('checksum').execute()).map(({ checksum }) => checksum)
    },
  }
}
