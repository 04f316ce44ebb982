import type { Migration } from '../src/platform/database/migrate.ts'

/** Uploads of files that were chosen together, as their page reports them; and finding what runs and what has ended. */
export const up: Migration['up'] = async (schema) => {
  await schema
    .createTable('uploadBatches')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('spaceId', 'text', (column) => column.notNull())
    .addColumn('spaceName', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('files', 'bigint', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('doneFiles', 'bigint', (column) => column.notNull())
    .addColumn('doneBytes', 'bigint', (column) => column.notNull())
    .addColumn('failedFiles', 'bigint', (column) => column.notNull())
    .addColumn('startedAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .addColumn('endedAt', 'text')
    .execute()
  await schema.createIndex('uploadBatchesByOwner').on('uploadBatches').columns(['owner', 'updatedAt']).execute()
  await schema.createIndex('jobsByChange').on('jobs').column('updatedAt').execute()
}
