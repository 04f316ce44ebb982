import type { UploadMetadata } from '@vermilion/contract/files'
import type { Text } from '@vermilion/contract/kernel/text'
import type { Unpacking } from '@vermilion/contract/files/uploads'
import type { Blob } from '#platform/blobs/blob-store'
import type { JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'

export interface UnpackingRow extends Omit<Unpacking, 'skips' | 'error'>, Blob {
  spaceId: string
  conflict: UploadMetadata['conflict']
  owner: string | null
  skips: JsonText<Unpacking['skips']>
  error: JsonText<Text> | null
}

export type UnpackingStore = ReturnType<typeof createUnpackingStore>

export function createUnpackingStore(database: Database) {
  const query = database.query<{ unpackings: UnpackingRow }>()
  const running = () => query.selectFrom('unpackings').where('state', '=', 'running')
  return {
    byId: (id: string) => query.selectFrom('unpackings').selectAll().where('id', '=', id).executeTakeFirst(),
    add: (row: UnpackingRow) => query.insertInto('unpackings').values(row).execute(),
    update: (id: string, set: Partial<UnpackingRow>) =>
      query.updateTable('unpackings').set(set).where('id', '=', id).execute(),
    ofSpace: (spaceId: string, since: string) =>
      query
        .selectFrom('unpackings')
        .selectAll()
        .where('spaceId', '=', spaceId)
        .where('createdAt', '>', since)
        .orderBy('createdAt', 'desc')
        .limit(50)
        .execute(),
    held: (spaceId: string) =>
      running().selectAll().where('spaceId', '=', spaceId).where('error', 'is not', null).execute(),
    removeOf: (spaceId: string) => query.deleteFrom('unpackings').where('spaceId', '=', spaceId).execute(),
    forget: (threshold: string) =>
      query.deleteFrom('unpackings').where('state', '!=', 'running').where('updatedAt', '<', threshold).execute(),
    async listReferenced(checksums: readonly string[]): Promise<string[]> {
      if (checksums.length === 0) return []
      const rows = await running().select('checksum').where('checksum', 'in', checksums).execute()
      return rows.map(({ checksum }) => checksum)
    },
    async *all() {
      yield* await running().select(['checksum', 'size']).execute()
    },
  }
}
