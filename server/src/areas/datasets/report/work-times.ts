import type { Database } from '#platform/database/database'
import { placeholders, prepareWrite, type PlaceholderOf } from '#platform/database/prepared-query'
import type { DatasetTables } from '../catalogue/tables.ts'

export function createWorkTimes(database: Database) {
  const add = prepareWrite(database, (placeholder: PlaceholderOf<DatasetTables['datasetWorkTimes']>) =>
    database
      .query<DatasetTables>()
      .insertInto('datasetWorkTimes')
      .values(placeholders(placeholder, ['datasetId', 'annotator', 'seconds']))
      .onConflict((conflict) =>
        conflict
          .columns(['datasetId', 'annotator'])
          .doUpdateSet((row) => ({ seconds: row('datasetWorkTimes.seconds', '+', row.ref('excluded.seconds')) })),
      ),
  )

  return async (datasetId: string, annotator: string, seconds: number): Promise<void> => {
    if (seconds !== 0) await add({ datasetId, annotator, seconds })
  }
}
