import type { Migration } from '../src/platform/database/migrate.ts'

/** What programs said when they registered models: of a name, and of one of its versions. */
export const up: Migration['up'] = async (schema) => {
  await schema
    .createTable('registeredModels')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('tags', 'text', (column) => column.notNull())
    .addColumn('aliases', 'text', (column) => column.notNull())
    .addColumn('taskId', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createTable('modelRegistrations')
    .addColumn('modelId', 'text', (column) => column.primaryKey())
    .addColumn('taskId', 'text', (column) => column.notNull())
    .addColumn('runId', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('loggedModelId', 'text', (column) => column.notNull())
    .addColumn('tags', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute()
}
