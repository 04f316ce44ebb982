import type { Migration } from '../src/platform/database/migrate.ts'

/** Files of devices that are collected into data spaces: what is to come, each time that it did, and what is here already. */
export const up: Migration['up'] = async (schema) => {
  await schema
    .createTable('deviceCollections')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('deviceId', 'text', (column) => column.notNull())
    .addColumn('folder', 'text', (column) => column.notNull())
    .addColumn('pattern', 'text', (column) => column.notNull())
    .addColumn('modifiedSince', 'text')
    .addColumn('spaceId', 'text', (column) => column.notNull())
    .addColumn('spaceFolder', 'text', (column) => column.notNull())
    .addColumn('schedule', 'text', (column) => column.notNull())
    .addColumn('removeAfter', 'bigint', (column) => column.notNull())
    .addColumn('isPaused', 'bigint', (column) => column.notNull())
    .addColumn('nextRunAt', 'text')
    .addColumn('creator', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('deviceCollectionsOfDevice')
    .on('deviceCollections')
    .columns(['deviceId', 'createdAt'])
    .execute()
  await schema.createIndex('dueDeviceCollections').on('deviceCollections').columns(['nextRunAt']).execute()
  await schema
    .createTable('deviceCollectionRuns')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('collectionId', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('account', 'text')
    .addColumn('matched', 'bigint', (column) => column.notNull())
    .addColumn('collected', 'bigint', (column) => column.notNull())
    .addColumn('present', 'bigint', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('removed', 'bigint', (column) => column.notNull())
    .addColumn('failed', 'bigint', (column) => column.notNull())
    .addColumn('problems', 'text', (column) => column.notNull())
    .addColumn('error', 'text')
    .addColumn('startedAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .addColumn('endedAt', 'text')
    .execute()
  await schema
    .createIndex('runsOfDeviceCollection')
    .on('deviceCollectionRuns')
    .columns(['collectionId', 'startedAt', 'id'])
    .execute()
  await schema.createIndex('deviceCollectionRunsByState').on('deviceCollectionRuns').columns(['state']).execute()
  await schema
    .createTable('collectedFiles')
    .addColumn('collectionId', 'text', (column) => column.notNull())
    /** Of the device, below the folder of the collection. */
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    /** Seconds since 1970, by the clock of the device. */
    .addColumn('modifiedAt', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('collectedFilesKey', ['collectionId', 'path'])
    .execute()
}
