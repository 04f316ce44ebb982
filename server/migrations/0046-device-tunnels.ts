import type { Migration } from '../src/platform/database/migrate.ts'

/** Devices that add themselves and are reached through a tunnel that they hold. */
export const up: Migration['up'] = async (schema) => {
  await schema
    .createTable('deviceEnrolments')
    .addColumn('id', 'text', (column) => column.primaryKey())
    /** SHA-256 of the token: the token itself is kept nowhere. */
    .addColumn('tokenHash', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('group', 'text', (column) => column.notNull())
    .addColumn('tags', 'text', (column) => column.notNull())
    .addColumn('creator', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('expiresAt', 'text', (column) => column.notNull())
    .addColumn('deviceId', 'text')
    .execute()
  await schema
    .createTable('deviceTunnels')
    .addColumn('deviceId', 'text', (column) => column.primaryKey())
    /** The user name by which it signs in to the endpoint. */
    .addColumn('username', 'text', (column) => column.notNull().unique())
    /** Algorithm and base64, as OpenSSH writes it. */
    .addColumn('publicKey', 'text', (column) => column.notNull())
    .execute()
}
