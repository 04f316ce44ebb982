import type { Migration } from '../src/platform/database/migrate.ts'

/** Settings of the server, and the outside services it uses. A service's secret is sealed and lies apart from the rest. */
export const up: Migration['up'] = async (schema) => {
  await schema
    .createTable('settings')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .addColumn('updatedBy', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createTable('services')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('secret', 'text')
    .addColumn('lastTest', 'text')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .addColumn('updatedBy', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('servicesByName').on('services').columns(['kind', 'name']).unique().execute()
}
