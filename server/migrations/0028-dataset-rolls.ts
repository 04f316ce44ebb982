import type { Migration } from '../src/platform/database/migrate.ts'

/** Files of the cache that keep what lists look at of large datasets. */
export const up: Migration['up'] = async (schema) => {
  await schema
    .createTable('datasetRolls')
    .addColumn('datasetId', 'text', (column) => column.primaryKey().references('datasets.id').onDelete('cascade'))
    .addColumn('file', 'text', (column) => column.notNull())
    .execute()
}
