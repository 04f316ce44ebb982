import type { Migration } from '../src/platform/database/migrate.ts'

/** Tokens by which running tasks send their metrics. */
export const up: Migration['up'] = async (schema) => {
  await schema
    .createTable('trackingTokens')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('taskId', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('trackingTokensByTask').on('trackingTokens').column('taskId').execute()
}
