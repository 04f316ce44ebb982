import type { Migration } from '../src/platform/database/migrate.ts'

/** Two versions are compared once: how many images differ, and which, as one content for each kind of change. */
export const up: Migration['up'] = async (schema) => {
  // What was counted is counted again: which images those are was not kept.
  await schema.dropTable('datasetVersionDiffs').execute()
  await schema
    .createTable('datasetVersionDiffs')
    .addColumn('beforeId', 'text', (column) => column.notNull().references('datasetVersions.id').onDelete('cascade'))
    .addColumn('afterId', 'text', (column) => column.notNull().references('datasetVersions.id').onDelete('cascade'))
    /** JSON. */
    .addColumn('images', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('datasetVersionDiffKey', ['beforeId', 'afterId'])
    .execute()
  await schema
    .createTable('datasetVersionChanges')
    .addColumn('beforeId', 'text', (column) => column.notNull())
    .addColumn('afterId', 'text', (column) => column.notNull())
    .addColumn('change', 'text', (column) => column.notNull())
    .addColumn('checksum', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('datasetVersionChangeKey', ['beforeId', 'afterId', 'change'])
    .addForeignKeyConstraint(
      'datasetVersionChangeDiff',
      ['beforeId', 'afterId'],
      'datasetVersionDiffs',
      ['beforeId', 'afterId'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute()
  await schema.createIndex('datasetVersionChangesByContent').on('datasetVersionChanges').column('checksum').execute()
  await schema.createIndex('datasetVersionDiffsByAfter').on('datasetVersionDiffs').column('afterId').execute()
}
