import type { Migration } from '../src/platform/database/migrate.ts'

/** Who changed what: written with the change itself, read newest first. */
export const up: Migration['up'] = async (schema) => {
  await schema
    .createTable('auditEntries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('account', 'text')
    .addColumn('credential', 'text')
    .addColumn('tokenName', 'text')
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('resource', 'text', (column) => column.notNull())
    .addColumn('objects', 'text', (column) => column.notNull())
    .addColumn('error', 'text')
    .addColumn('requestId', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('auditEntriesByTime').on('auditEntries').columns(['createdAt', 'id']).execute()
  await schema.createIndex('auditEntriesByAccount').on('auditEntries').columns(['account', 'createdAt', 'id']).execute()
  await schema
    .createIndex('auditEntriesByResource')
    .on('auditEntries')
    .columns(['resource', 'createdAt', 'id'])
    .execute()
}
