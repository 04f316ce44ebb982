import { sql } from 'kysely'
import { flagWhen } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import type { DatasetTables } from '../catalogue/tables.ts'

interface ReachTables extends DatasetTables {
  files: { id: string; spaceId: string; width: number | null }
  spaces: { id: string }
}

export type AvailabilityStore = ReturnType<typeof createAvailabilityStore>

export function createAvailabilityStore(database: Database) {
  const query = database.query<ReachTables>()

  const updateAvailability = () => {
    const file = query
      .selectFrom('files')
      .innerJoin('spaces', 'spaces.id', 'files.spaceId')
      .select(sql<number>`1`.as('there'))
      .where('files.id', '=', sql.ref<string>('datasetItems.fileId'))
      .where('files.width', 'is not', null)
    return query.updateTable('datasetItems').set({ available: flagWhen(sql`exists ${file}`) })
  }

  return {
    async updateFiles(fileIds: readonly string[]): Promise<string[]> {
      const rows = updateAvailability().where('fileId', 'in', fileIds).returning('datasetId')
      return [...new Set((await rows.execute()).map(({ datasetId }) => datasetId))]
    },

    async updateItems(itemIds: readonly string[]): Promise<void> {
      if (itemIds.length > 0) await updateAvailability().where('id', 'in', itemIds).execute()
    },

    async itemsOf(spaceId: string, limit: number): Promise<string[]> {
      const rows = query.selectFrom('datasetItems').select('id').where('spaceId', '=', spaceId).limit(limit)
      return (await rows.execute()).map(({ id }) => id)
    },

    async datasetsOf(spaceId: string): Promise<string[]> {
      const rows = query.selectFrom('datasetItems').select('datasetId').distinct().where('spaceId', '=', spaceId)
      return (await rows.execute()).map(({ datasetId }) => datasetId)
    },
  }
}
