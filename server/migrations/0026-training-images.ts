import type { Migration } from '../src/platform/database/migrate.ts'

/** Training images that somebody added to the catalogue. */
export const up: Migration['up'] = async (schema) => {
  await schema
    .createTable('trainingImages')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('fields', 'text', (column) => column.notNull())
    .addColumn('check', 'text')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute()
}
