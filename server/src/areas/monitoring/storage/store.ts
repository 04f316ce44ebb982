import type { StorageCategory, StorageRow } from '@vermilion/contract/monitoring/storage'
import type { JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'

type Categories = Partial<Record<StorageCategory, number>>

export interface MeasurementRow {
  day: string
  at: string
  took: number
  /** Totals include all; `rows` only the measured part. */
  bytes: number
  categories: JsonText<Categories>
  rows: JsonText<StorageRow[]> | null
}

export function createStorageStore(database: Database) {
  const query = database.query<{ storageMeasurements: MeasurementRow }>()
  return {
    latest: () =>
      query.selectFrom('storageMeasurements').selectAll().orderBy('day', 'desc').limit(1).executeTakeFirst(),
    since: (day: string) =>
      query
        .selectFrom('storageMeasurements')
        .select(['at', 'bytes', 'categories'])
        .where('day', '>=', day)
        .orderBy('day')
        .execute(),
    /** Older measurements lose their rows. */
    async keep(row: MeasurementRow): Promise<void> {
      await query.deleteFrom('storageMeasurements').where('day', '=', row.day).execute()
      await query.updateTable('storageMeasurements').set({ rows: null }).where('rows', 'is not', null).execute()
      await query.insertInto('storageMeasurements').values(row).execute()
    },
    forget: (day: string) => query.deleteFrom('storageMeasurements').where('day', '<', day).execute(),
  }
}
