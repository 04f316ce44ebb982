import type { Migration } from '../src/platform/database/migrate.ts'

/** Models that help with labeling and searching: those that were asked for, by their ids in the catalogue. */
export const up: Migration['up'] = async (schema) => {
  await schema
    .createTable('assistModels')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('revision', 'text')
    .addColumn('files', 'text')
    .addColumn('facts', 'text')
    .addColumn('done', 'bigint', (column) => column.notNull())
    .addColumn('total', 'bigint')
    .addColumn('error', 'text')
    .addColumn('jobId', 'text')
    .addColumn('startedBy', 'text', (column) => column.notNull())
    .addColumn('startedAt', 'text', (column) => column.notNull())
    .addColumn('readyAt', 'text')
    .execute()
}
