import type { Migration } from '../src/platform/database/migrate.ts'

/** Datasets, their labels, their images, and what is labeled in them. */
export const up: Migration['up'] = async (schema) => {
  await schema
    .createTable('datasets')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('tags', 'text', (column) => column.notNull())
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('spaceId', 'text', (column) => column.notNull())
    .addColumn('spaceName', 'text', (column) => column.notNull())
    .addColumn('folder', 'text', (column) => column.notNull())
    .addColumn('labelType', 'text', (column) => column.notNull())
    .addColumn('modelName', 'text', (column) => column.notNull())
    .addColumn('prompt', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('fileCount', 'bigint', (column) => column.notNull())
    .addColumn('labeledCount', 'bigint', (column) => column.notNull())
    .addColumn('annotationCount', 'bigint', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('datasetsByAge').on('datasets').columns(['createdAt', 'id']).execute()
  await schema.createIndex('datasetsBySpace').on('datasets').column('spaceId').execute()

  await schema
    .createTable('datasetLabels')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('datasetId', 'text', (column) => column.notNull().references('datasets.id').onDelete('cascade'))
    .addColumn('index', 'bigint', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('colour', 'text', (column) => column.notNull())
    .addColumn('annotationCount', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('datasetLabelIndex', ['datasetId', 'index'])
    .addUniqueConstraint('datasetLabelName', ['datasetId', 'name'])
    .execute()

  await schema
    .createTable('datasetItems')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('datasetId', 'text', (column) => column.notNull().references('datasets.id').onDelete('cascade'))
    .addColumn('fileId', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('checksum', 'text', (column) => column.notNull())
    .addColumn('width', 'bigint', (column) => column.notNull())
    .addColumn('height', 'bigint', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('split', 'text', (column) => column.notNull())
    .addColumn('annotationCount', 'bigint', (column) => column.notNull())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('available', 'bigint', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .addUniqueConstraint('datasetItemPlace', ['datasetId', 'place'])
    .execute()
  await schema
    .createIndex('datasetItemsByStatus')
    .on('datasetItems')
    .columns(['datasetId', 'status', 'place'])
    .execute()
  await schema.createIndex('datasetItemsByFile').on('datasetItems').column('fileId').execute()

  await schema
    .createTable('datasetAnnotations')
    .addColumn('itemId', 'text', (column) => column.primaryKey().references('datasetItems.id').onDelete('cascade'))
    .addColumn('shapes', 'text', (column) => column.notNull())
    .execute()

  await schema
    .createTable('datasetItemLabels')
    .addColumn('itemId', 'text', (column) => column.notNull().references('datasetItems.id').onDelete('cascade'))
    .addColumn('labelId', 'text', (column) => column.notNull())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('datasetItemLabelKey', ['itemId', 'labelId'])
    .execute()
  await schema.createIndex('datasetItemLabelsByLabel').on('datasetItemLabels').column('labelId').execute()

  await schema
    .createTable('datasetSnapshots')
    .addColumn('checksum', 'text', (column) => column.primaryKey())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute()
}
