import type { Migration } from '../src/platform/database/migrate.ts'

/** Scene items that chat services make of descriptions. */
export const up: Migration['up'] = async (schema) => {
  await schema
    .createTable('itemDrafts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('serviceId', 'text', (column) => column.notNull())
    .addColumn('serviceName', 'text', (column) => column.notNull())
    .addColumn('workflow', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    /** JSON. */
    .addColumn('items', 'text', (column) => column.notNull())
    .addColumn('error', 'text')
    .addColumn('jobId', 'text', (column) => column.notNull())
    .addColumn('startedBy', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('endedAt', 'text')
    .execute()
}
