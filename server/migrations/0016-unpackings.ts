import type { Migration } from '../src/platform/database/migrate.ts'

/** Archives that were uploaded to be unpacked: how far that is, and what came of it. */
export const up: Migration['up'] = async (schema) => {
  await schema
    .createTable('unpackings')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('spaceId', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('conflict', 'text', (column) => column.notNull())
    .addColumn('checksum', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('owner', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('taken', 'bigint', (column) => column.notNull())
    .addColumn('skipped', 'bigint', (column) => column.notNull())
    /** The first of them, with their reasons. */
    .addColumn('skips', 'text', (column) => column.notNull())
    .addColumn('error', 'text')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('unpackingsOfSpace').on('unpackings').columns(['spaceId', 'createdAt']).execute()
  await schema.createIndex('unpackingsByState').on('unpackings').columns(['state', 'checksum']).execute()
}
