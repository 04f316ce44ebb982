import type { Migration } from '../src/platform/database/migrate.ts'

/** Model files that are fetched from addresses. */
export const up: Migration['up'] = (schema) =>
  schema
    .createTable('modelFetches')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('spaceId', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('done', 'bigint', (column) => column.notNull())
    .addColumn('total', 'bigint')
    .addColumn('sha256', 'text')
    .addColumn('fileId', 'text')
    .addColumn('error', 'text')
    .addColumn('startedBy', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute()
