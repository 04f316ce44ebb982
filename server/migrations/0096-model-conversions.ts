import type { Migration } from '../src/platform/database/migrate.ts'

/** Models on their way to another form: from which, how, what became of it, and how far what both say lies apart. */
export const up: Migration['up'] = async (schema) => {
  await schema
    .createTable('modelConversions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('sourceId', 'text', (column) => column.notNull())
    .addColumn('sourceName', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('datasetId', 'text', (column) => column.notNull())
    .addColumn('versionId', 'text', (column) => column.notNull())
    .addColumn('pictures', 'bigint', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('problem', 'text')
    .addColumn('detail', 'text', (column) => column.notNull())
    .addColumn('modelId', 'text')
    .addColumn('largestDifference', 'real')
    .addColumn('meanDifference', 'real')
    .addColumn('creator', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('modelConversionsOfSource')
    .on('modelConversions')
    .columns(['sourceId', 'createdAt'])
    .execute()
  await schema.createIndex('modelConversionsOfModel').on('modelConversions').column('modelId').execute()
}
