import { sql } from 'kysely'
import type { Migration } from '../src/platform/database/migrate.ts'

/**
 * What is read into datasets and written out of them: files that were sent to import from, imports with the images that
 * their files speak of and what was left out, exports.
 */
export const up: Migration['up'] = async (schema) => {
  await schema
    .createTable('datasetImportFiles')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('datasetId', 'text', (column) => column.notNull().references('datasets.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('checksum', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('datasetImportFilesByContent').on('datasetImportFiles').column('checksum').execute()
  await schema.createIndex('datasetImportFilesOfDataset').on('datasetImportFiles').column('datasetId').execute()

  await schema
    .createTable('datasetImports')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('datasetId', 'text', (column) => column.notNull().references('datasets.id').onDelete('cascade'))
    /** JSON, as are `mapping`, `findings`, `done`, `targets` and `error`. */
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('found', 'text')
    .addColumn('existing', 'text', (column) => column.notNull())
    .addColumn('addImages', 'bigint', (column) => column.notNull())
    .addColumn('mapping', 'text', (column) => column.notNull())
    .addColumn('dryRun', 'bigint', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('findings', 'text', (column) => column.notNull())
    .addColumn('done', 'text', (column) => column.notNull())
    .addColumn('problemCount', 'bigint', (column) => column.notNull())
    /** The label of each class, once it is decided. */
    .addColumn('targets', 'text')
    /** Where its images lie or go; none where they can go nowhere. */
    .addColumn('spaceId', 'text')
    .addColumn('folder', 'text')
    .addColumn('error', 'text')
    .addColumn('startedBy', 'text')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('endedAt', 'text')
    .execute()
  await schema.createIndex('datasetImportsByAge').on('datasetImports').columns(['datasetId', 'createdAt']).execute()
  await schema.createIndex('datasetImportsByEnd').on('datasetImports').column('endedAt').execute()

  await schema
    .createTable('datasetImportImages')
    .addColumn('importId', 'text', (column) => column.notNull().references('datasetImports.id').onDelete('cascade'))
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    /** Of the file, without folders and ending. */
    .addColumn('stem', 'text', (column) => column.notNull())
    .addColumn('width', 'double precision', (column) => column.notNull())
    .addColumn('height', 'double precision', (column) => column.notNull())
    .addColumn('split', 'text')
    .addColumn('tags', 'text', (column) => column.notNull())
    /** The image itself in the source; null where it is not there. */
    .addColumn('file', 'text')
    /** 0 where nobody has looked at it yet. */
    .addColumn('isLabeled', 'bigint', (column) => column.notNull())
    .addColumn('shapes', 'text', (column) => column.notNull())
    .addColumn('shapeCount', 'bigint', (column) => column.notNull())
    .addColumn('itemId', 'text')
    .addPrimaryKeyConstraint('datasetImportImageKey', ['importId', 'number'])
    .execute()
  await schema
    .createIndex('datasetImportImagesToMatch')
    .on('datasetImportImages')
    .columns(['importId', 'stem'])
    .where(sql.ref('itemId'), 'is', null)
    .execute()
  await schema
    .createIndex('datasetImportImagesByItem')
    .on('datasetImportImages')
    .columns(['importId', 'itemId'])
    .execute()

  await schema
    .createTable('datasetImportProblems')
    .addColumn('importId', 'text', (column) => column.notNull().references('datasetImports.id').onDelete('cascade'))
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('file', 'text', (column) => column.notNull())
    .addColumn('line', 'bigint')
    /** JSON: a text. */
    .addColumn('reason', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('datasetImportProblemKey', ['importId', 'number'])
    .execute()

  await schema
    .createTable('datasetExports')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('datasetId', 'text', (column) => column.notNull().references('datasets.id').onDelete('cascade'))
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('layout', 'text')
    .addColumn('withImages', 'bigint', (column) => column.notNull())
    /** JSON. */
    .addColumn('filter', 'text')
    .addColumn('versionId', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('images', 'bigint', (column) => column.notNull())
    .addColumn('annotations', 'bigint', (column) => column.notNull())
    .addColumn('unavailable', 'bigint', (column) => column.notNull())
    .addColumn('unfit', 'bigint', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    /** Content of the files that are written for it, one after another, and the list of what the zip holds. */
    .addColumn('labels', 'text')
    .addColumn('labelsSize', 'bigint', (column) => column.notNull())
    .addColumn('plan', 'text')
    .addColumn('planSize', 'bigint', (column) => column.notNull())
    .addColumn('entries', 'bigint', (column) => column.notNull())
    .addColumn('error', 'text')
    .addColumn('startedBy', 'text')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('expiresAt', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('datasetExportsByAge').on('datasetExports').columns(['datasetId', 'createdAt']).execute()
  await schema.createIndex('datasetExportsByEnd').on('datasetExports').column('expiresAt').execute()
}
