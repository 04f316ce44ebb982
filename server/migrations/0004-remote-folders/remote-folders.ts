import type { Migration } from '../../src/platform/database/migrate.ts'

/** Data spaces in buckets and of lists of addresses; the versions of their files that contents were read of. */
export const remoteFolders: Migration = {
  async up(schema) {
    await schema.alterTable('spaces').addColumn('storageId', 'text').execute()
    await schema.alterTable('files').addColumn('version', 'text').execute()
    await schema
      .createTable('remoteVersions')
      .addColumn('checksum', 'text', (column) => column.notNull())
      .addColumn('folder', 'text', (column) => column.notNull())
      .addColumn('storageId', 'text')
      .addColumn('path', 'text', (column) => column.notNull())
      .addColumn('version', 'text', (column) => column.notNull())
      .addColumn('size', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('remoteVersions_key', ['checksum', 'folder', 'path'])
      .execute()
  },
}
