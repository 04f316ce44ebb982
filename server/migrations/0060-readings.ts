import type { Migration } from '../src/platform/database/migrate.ts'

/** Readings of hosts over time, and how the data folder was filled on the days before. */
export const up: Migration['up'] = async (schema) => {
  await schema
    .createTable('readingSeries')
    .addColumn('number', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('hostId', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addUniqueConstraint('readingSeriesName', ['hostId', 'name'])
    .execute()
  await schema
    .createTable('readings')
    .addColumn('series', 'integer', (column) => column.notNull())
    .addColumn('tier', 'text', (column) => column.notNull())
    /** Seconds since 1970 of the span whose points a row holds. */
    .addColumn('start', 'bigint', (column) => column.notNull())
    /** Points of 16 characters each, in the order in which they came. */
    .addColumn('points', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('readingsKey', ['series', 'tier', 'start'])
    .execute()
  await schema.createIndex('readingsByAge').on('readings').columns(['tier', 'start']).execute()
  await schema
    .createTable('storageMeasurements')
    /** `YYYY-MM-DD` in UTC; the last measurement of a day stays. */
    .addColumn('day', 'text', (column) => column.primaryKey())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('took', 'bigint', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    /** JSON: bytes by category. */
    .addColumn('categories', 'text', (column) => column.notNull())
    /** JSON: the rows; of the latest measurement only. */
    .addColumn('rows', 'text')
    .execute()
  await schema
    .createTable('cleanUps')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('state', 'text', (column) => column.notNull())
    /** JSON. */
    .addColumn('kinds', 'text', (column) => column.notNull())
    .addColumn('startedBy', 'text', (column) => column.notNull())
    .addColumn('startedAt', 'text', (column) => column.notNull())
    .addColumn('endedAt', 'text')
    .addColumn('files', 'bigint', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('error', 'text')
    .execute()
}
