import type { Migration } from '../src/platform/database/migrate.ts'

/** The model repository. A model outlives what it was made of, so nothing here refers to other tables. */
export const up: Migration['up'] = async (schema) => {
  await schema
    .createTable('models')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('framework', 'text', (column) => column.notNull())
    .addColumn('labelType', 'text', (column) => column.notNull())
    .addColumn('labels', 'text', (column) => column.notNull())
    .addColumn('inputSize', 'bigint', (column) => column.notNull())
    .addColumn('metrics', 'text', (column) => column.notNull())
    .addColumn('checksum', 'text', (column) => column.notNull())
    .addColumn('datasetId', 'text')
    .addColumn('datasetName', 'text', (column) => column.notNull())
    .addColumn('datasetFormat', 'text', (column) => column.notNull())
    .addColumn('datasetType', 'text', (column) => column.notNull())
    .addColumn('taskId', 'text', (column) => column.unique())
    .addColumn('taskName', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('modelsByAge').on('models').columns(['createdAt', 'id']).execute()
  await schema.createIndex('modelsByContent').on('models').column('checksum').execute()
}
