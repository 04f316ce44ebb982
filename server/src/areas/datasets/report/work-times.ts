import type { Database } from '#platform/database/database'
import type { DatasetTables } from '../catalogue/tables.ts'

export function createWorkTimes(database: Database) {
  const query = database.query<DatasetTables>()

  return async (datasetId: string, annotator: string, seconds: number): Promise<void> => {
    if (seconds === 0) return
    await query
      .insertInto('datasetWorkTimes')
      .values({ datasetId, annotator, seconds })
      .onConflict((conflict) =>
        conflict
          .columns(['datasetId', 'annotator'])
          .doUpdateSet((row) => ({ seconds: row('datasetWorkTimes.seconds', '+', seconds) })),
      )
      .execute()
  }
}
