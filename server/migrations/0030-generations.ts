import type { Migration } from '../src/platform/database/migrate.ts'

/** Images that are generated into data spaces, how each came to be, and configs that people keep. */
export const up: Migration['up'] = async (schema) => {
  await schema
    .createTable('generations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('spaceId', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    /** JSON. */
    .addColumn('config', 'text', (column) => column.notNull())
    .addColumn('workflowName', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('error', 'text')
    .addColumn('made', 'bigint', (column) => column.notNull())
    .addColumn('kept', 'bigint', (column) => column.notNull())
    .addColumn('aside', 'bigint', (column) => column.notNull())
    .addColumn('failed', 'bigint', (column) => column.notNull())
    .addColumn('folder', 'text', (column) => column.notNull())
    .addColumn('startedBy', 'text', (column) => column.notNull())
    .addColumn('jobId', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('startedAt', 'text')
    .addColumn('endedAt', 'text')
    /** Its images keep telling how they came to be. */
    .addColumn('deletedAt', 'text')
    .execute()
  await schema.createIndex('generationsOfSpace').on('generations').columns(['spaceId', 'createdAt']).execute()

  await schema
    .createTable('generatedImages')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('generationId', 'text', (column) => column.notNull())
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('attempt', 'bigint', (column) => column.notNull())
    .addColumn('itemIndex', 'bigint', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('fileId', 'text')
    .addColumn('checksum', 'text')
    .addColumn('score', 'double precision')
    .addColumn('workflowHash', 'text')
    .addColumn('error', 'text')
    /** JSON; null where the engine knows nothing of what is shown. */
    .addColumn('truth', 'text')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('generatedImageNumbers')
    .unique()
    .on('generatedImages')
    .columns(['generationId', 'number', 'attempt'])
    .execute()
  await schema.createIndex('generatedImagesByFile').on('generatedImages').column('fileId').execute()
  await schema.createIndex('generatedImagesByContent').on('generatedImages').column('checksum').execute()

  await schema
    .createTable('generationPresets')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    /** JSON. */
    .addColumn('config', 'text', (column) => column.notNull())
    .addColumn('createdBy', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute()
}
