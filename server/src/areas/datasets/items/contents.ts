import { sql } from 'kysely'
import { flagWhen, inSlices } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import type { DatasetTables } from '../catalogue/tables.ts'

export function createContents(database: Database) {
  const query = database.query<DatasetTables>()
  const twin = query
    .selectFrom('datasetItems as twin')
    .select(sql<number>`1`.as('there'))
    .whereRef('twin.datasetId', '=', sql.ref('datasetItems.datasetId'))
    .whereRef('twin.checksum', '=', sql.ref('datasetItems.checksum'))
    .whereRef('twin.id', '<>', sql.ref('datasetItems.id'))
  const duplicated = flagWhen(sql`exists ${twin}`)

  return async (datasetId: string, checksums: readonly string[]): Promise<void> => {
    for (const some of inSlices(checksums)) {
      await query
        .updateTable('datasetItems')
        .set({ duplicated })
        .where('datasetId', '=', datasetId)
        .where('checksum', 'in', some)
        .where('duplicated', '<>', duplicated)
        .execute()
    }
  }
}
