import type { Migration } from '../src/platform/database/migrate.ts'

/** Where a session was used from, and personal access tokens. Failed sign-ins are counted in memory. */
export const up: Migration['up'] = async (schema) => {
  await schema.alterTable('sessions').addColumn('address', 'text').execute()
  await schema.alterTable('sessions').addColumn('userAgent', 'text').execute()

  await schema
    .createTable('accessTokens')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('accountId', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('nameKey', 'text', (column) => column.notNull())
    .addColumn('tokenHash', 'text', (column) => column.notNull().unique())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('expiresAt', 'text')
    .addColumn('usedAt', 'text')
    .addUniqueConstraint('accessTokensByName', ['accountId', 'nameKey'])
    .execute()

  await schema.dropTable('signInFailures').execute()
}
