import type { Migration } from '../../src/platform/database/migrate.ts'

/** Identities at an identity provider, and the sessions that they opened. */
export const identities: Migration = {
  async up(schema) {
    await schema
      .createTable('identities')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('accountId', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('issuer', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('linkedAt', 'text', (column) => column.notNull())
      .addColumn('usedAt', 'text')
      .addUniqueConstraint('identitiesBySubject', ['issuer', 'subject'])
      .addUniqueConstraint('identitiesByAccount', ['accountId', 'issuer'])
      .execute()
    await schema
      .createTable('identitySessions')
      .addColumn('sessionId', 'text', (column) => column.primaryKey().references('sessions.id').onDelete('cascade'))
      .addColumn('identityId', 'text', (column) => column.notNull().references('identities.id').onDelete('cascade'))
      .addColumn('providerSession', 'text')
      .addColumn('sealedToken', 'text', (column) => column.notNull())
      .execute()
    await schema.createIndex('identitySessionsByIdentity').on('identitySessions').column('identityId').execute()
  },
}
