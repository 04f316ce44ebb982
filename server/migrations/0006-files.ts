import { sql } from 'kysely'
import type { Migration } from '../src/platform/database/migrate.ts'

/**
 * Files of data spaces, and uploads that have ended. Files do not reference their space: after it is deleted they go
 * in batches, since a million of them must not go in one statement.
 */
export const up: Migration['up'] = async (schema) => {
  await schema
    .createTable('files')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('spaceId', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('folder', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('sortKey', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('mediaType', 'text', (column) => column.notNull())
    .addColumn('width', 'bigint')
    .addColumn('height', 'bigint')
    .addColumn('checksum', 'text', (column) => column.notNull())
    .addColumn('broken', 'bigint', (column) => column.notNull())
    .addColumn('examined', 'bigint', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('filesByPath').on('files').columns(['spaceId', 'path']).unique().execute()
  await schema.createIndex('filesByFolder').on('files').columns(['spaceId', 'folder', 'sortKey', 'id']).execute()
  await schema.createIndex('filesBySortKey').on('files').columns(['spaceId', 'sortKey', 'id']).execute()
  await schema.createIndex('filesByChecksum').on('files').column('checksum').execute()
  await schema
    .createIndex('filesToExamine')
    .on('files')
    .columns(['createdAt', 'id'])
    .where(sql.ref('examined'), '=', 0)
    .execute()

  await schema
    .createTable('finishedUploads')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('fileId', 'text')
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('finishedAt', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('finishedUploadsByAge').on('finishedUploads').column('finishedAt').execute()
}
