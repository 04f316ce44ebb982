import type { Migration } from '../src/platform/database/migrate.ts'

/** How right inferences are, image by image, and images of them that are taken into datasets. */
export const up: Migration['up'] = async (schema) => {
  await schema
    .createTable('evaluations')
    .addColumn('taskId', 'text', (column) => column.primaryKey())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('error', 'text')
    /** Of the images that are shown; another round is written beside it and takes its place when it is whole. */
    .addColumn('round', 'bigint', (column) => column.notNull())
    /** JSON, as are `curves` and `cells`; null until the first round is whole. */
    .addColumn('content', 'text')
    .addColumn('curves', 'text')
    .addColumn('cells', 'text')
    .addColumn('evaluatedAt', 'text', (column) => column.notNull())
    .execute()

  await schema
    .createTable('evaluatedImages')
    .addColumn('taskId', 'text', (column) => column.notNull())
    .addColumn('round', 'bigint', (column) => column.notNull())
    /** The line of the image in `predictions.jsonl`, from 0 on. */
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    /** 0 where it was not labeled; its counts say nothing then. */
    .addColumn('measured', 'bigint', (column) => column.notNull())
    .addColumn('right', 'bigint', (column) => column.notNull())
    .addColumn('missed', 'bigint', (column) => column.notNull())
    .addColumn('wrong', 'bigint', (column) => column.notNull())
    .addColumn('extra', 'bigint', (column) => column.notNull())
    .addColumn('badness', 'double precision', (column) => column.notNull())
    .addPrimaryKeyConstraint('evaluatedImageKey', ['taskId', 'round', 'number'])
    .execute()
  await schema
    .createIndex('evaluatedImagesByBadness')
    .on('evaluatedImages')
    .columns(['taskId', 'round', 'badness', 'number'])
    .execute()

  await schema
    .createTable('evaluatedCells')
    .addColumn('taskId', 'text', (column) => column.notNull())
    .addColumn('round', 'bigint', (column) => column.notNull())
    .addColumn('found', 'bigint', (column) => column.notNull())
    .addColumn('real', 'bigint', (column) => column.notNull())
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('evaluatedCellKey', ['taskId', 'round', 'number', 'found', 'real'])
    .execute()

  await schema
    .createTable('suggestions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('taskId', 'text', (column) => column.notNull())
    .addColumn('datasetId', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('error', 'text')
    /** JSON. */
    .addColumn('selection', 'text', (column) => column.notNull())
    .addColumn('confidence', 'double precision', (column) => column.notNull())
    .addColumn('images', 'bigint', (column) => column.notNull())
    .addColumn('added', 'bigint', (column) => column.notNull())
    .addColumn('suggested', 'bigint', (column) => column.notNull())
    .addColumn('kept', 'bigint', (column) => column.notNull())
    .addColumn('shapes', 'bigint', (column) => column.notNull())
    .addColumn('startedBy', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('suggestionsOfTask').on('suggestions').column('taskId').execute()
}
