import type { Migration } from '../../src/platform/database/migrate.ts'

/** Rankings of a dataset's images by probable label errors, and the labels that people said to be right. */
export const labelErrors: Migration = {
  async up(schema) {
    await schema
      .createTable('labelErrorRankings')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('datasetId', 'text', (column) => column.notNull().references('datasets.id').onDelete('cascade'))
      .addColumn('number', 'bigint', (column) => column.notNull())
      .addColumn('labellerId', 'text')
      .addColumn('labellerName', 'text')
      .addColumn('foldCount', 'bigint', (column) => column.notNull())
      .addColumn('parameters', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('error', 'text')
      .addColumn('images', 'bigint')
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('startedBy', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'text', (column) => column.notNull())
      .addColumn('endedAt', 'text')
      .addUniqueConstraint('labelErrorRankingNumber', ['datasetId', 'number'])
      .execute()
    await schema
      .createTable('labelErrorFolds')
      .addColumn('rankingId', 'text', (column) =>
        column.notNull().references('labelErrorRankings.id').onDelete('cascade'),
      )
      .addColumn('fold', 'bigint', (column) => column.notNull())
      .addColumn('taskId', 'text', (column) => column.notNull().unique())
      .addColumn('taskName', 'text', (column) => column.notNull())
      .addColumn('modelId', 'text')
      .addPrimaryKeyConstraint('labelErrorFoldsKey', ['rankingId', 'fold'])
      .execute()
    await schema
      .createTable('labelErrorImages')
      .addColumn('rankingId', 'text', (column) =>
        column.notNull().references('labelErrorRankings.id').onDelete('cascade'),
      )
      .addColumn('number', 'bigint', (column) => column.notNull())
      .addColumn('itemId', 'text', (column) => column.notNull().references('datasetItems.id').onDelete('cascade'))
      .addColumn('fold', 'bigint', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('revision', 'bigint', (column) => column.notNull())
      .addColumn('score', 'double precision', (column) => column.notNull())
      .addColumn('missing', 'double precision', (column) => column.notNull())
      .addColumn('class', 'double precision', (column) => column.notNull())
      .addColumn('location', 'double precision', (column) => column.notNull())
      .addColumn('pixels', 'double precision', (column) => column.notNull())
      .addColumn('findings', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('labelErrorImagesKey', ['rankingId', 'number'])
      .execute()
    await schema.createIndex('labelErrorImagesByItem').on('labelErrorImages').column('itemId').execute()
    await schema
      .createIndex('labelErrorImagesByScore')
      .on('labelErrorImages')
      .columns(['rankingId', 'score', 'number'])
      .execute()
    await schema
      .createTable('rightLabels')
      .addColumn('itemId', 'text', (column) => column.notNull().references('datasetItems.id').onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('box', 'text')
      .addColumn('confirmedBy', 'text', (column) => column.notNull())
      .addColumn('createdAt', 'text', (column) => column.notNull())
      .execute()
    await schema.createIndex('rightLabelsByItem').on('rightLabels').column('itemId').execute()
  },
}
