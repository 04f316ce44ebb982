import type { Migration } from '../src/platform/database/migrate.ts'

/** Data spaces, with the counters of their files. */
export const up: Migration['up'] = async (schema) => {
  await schema
    .createTable('spaces')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('path', 'text', (column) => column.notNull().unique())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('tags', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('progress', 'text')
    .addColumn('fileCount', 'bigint', (column) => column.notNull())
    .addColumn('totalSize', 'bigint', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('spacesByAge').on('spaces').columns(['createdAt', 'id']).execute()
}
