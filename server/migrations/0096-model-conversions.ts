import type { Migration } from '../src/platform/database/migrate.ts'

/** Which model another one was converted from, how, and how far what they say lies apart. */
export const up: Migration['up'] = async (schema) => {
  await schema
    .createTable('modelConversions')
    .addColumn('modelId', 'text', (column) => column.primaryKey())
    .addColumn('sourceId', 'text', (column) => column.notNull())
    .addColumn('sourceName', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('datasetId', 'text', (column) => column.notNull())
    .addColumn('versionId', 'text', (column) => column.notNull())
    .addColumn('largestDifference', 'real', (column) => column.notNull())
    .addColumn('meanDifference', 'real', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('modelConversionsOfSource')
    .on('modelConversions')
    .columns(['sourceId', 'createdAt'])
    .execute()
}
