import type { Migration } from '../src/platform/database/migrate.ts'

/** Versions of datasets, the numbers that they have had, and how many images two of them differ in. */
export const up: Migration['up'] = async (schema) => {
  await schema
    .createTable('datasetVersions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('datasetId', 'text', (column) => column.notNull().references('datasets.id').onDelete('cascade'))
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('images', 'bigint', (column) => column.notNull())
    .addColumn('labeled', 'bigint', (column) => column.notNull())
    .addColumn('labels', 'bigint', (column) => column.notNull())
    .addColumn('annotations', 'bigint', (column) => column.notNull())
    /** JSON. */
    .addColumn('splits', 'text', (column) => column.notNull())
    /** JSON. */
    .addColumn('classes', 'text', (column) => column.notNull())
    .addColumn('checksum', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('createdBy', 'text', (column) => column.notNull())
    .addUniqueConstraint('datasetVersionNumber', ['datasetId', 'number'])
    .execute()
  await schema.createIndex('datasetVersionsByContent').on('datasetVersions').column('checksum').execute()
  await schema
    .createTable('datasetVersionNumbers')
    .addColumn('datasetId', 'text', (column) => column.primaryKey().references('datasets.id').onDelete('cascade'))
    .addColumn('last', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createTable('datasetVersionDiffs')
    .addColumn('beforeId', 'text', (column) => column.notNull().references('datasetVersions.id').onDelete('cascade'))
    .addColumn('afterId', 'text', (column) => column.notNull().references('datasetVersions.id').onDelete('cascade'))
    /** JSON. */
    .addColumn('images', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('datasetVersionDiffKey', ['beforeId', 'afterId'])
    .execute()
}
