import type { Migration } from '../src/platform/database/migrate.ts'

/** Devices that are reached by SSH, what is done on them, and the key pair by which this server signs in. */
export const up: Migration['up'] = async (schema) => {
  await schema
    .createTable('devices')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('port', 'bigint', (column) => column.notNull())
    .addColumn('jumpDeviceId', 'text')
    .addColumn('tunnelled', 'bigint', (column) => column.notNull())
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('authentication', 'text', (column) => column.notNull())
    /** The credentials as JSON, sealed. */
    .addColumn('credentials', 'text', (column) => column.notNull())
    .addColumn('hostKey', 'text')
    .addColumn('shownHostKey', 'text')
    .addColumn('group', 'text', (column) => column.notNull())
    .addColumn('tags', 'text', (column) => column.notNull())
    .addColumn('notes', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('problem', 'text')
    .addColumn('problemDetail', 'text')
    .addColumn('statusChangedAt', 'text', (column) => column.notNull())
    .addColumn('lastSeenAt', 'text')
    .addColumn('facts', 'text')
    .addColumn('reading', 'text')
    /** These stand in facts and reading too, and are what lists are sorted by. */
    .addColumn('model', 'text', (column) => column.notNull())
    .addColumn('cpu', 'double precision')
    .addColumn('gpu', 'double precision')
    .addColumn('temperature', 'double precision')
    .addColumn('memory', 'double precision')
    .addColumn('disk', 'double precision')
    .addColumn('creator', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createTable('deviceRecords')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('deviceId', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('account', 'text')
    .addColumn('detail', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('deviceRecordsOfDevice').on('deviceRecords').columns(['deviceId', 'at', 'id']).execute()
  await schema
    .createTable('serverKeys')
    .addColumn('name', 'text', (column) => column.primaryKey())
    /** OpenSSH's format, sealed. */
    .addColumn('privateKey', 'text', (column) => column.notNull())
    .addColumn('publicKey', 'text', (column) => column.notNull())
    .execute()
}
