import type { Migration } from '../src/platform/database/migrate.ts'

/** What an access token may do. Those that are there already keep what they may. */
export const up: Migration['up'] = async (schema) => {
  await schema
    .alterTable('accessTokens')
    .addColumn('scope', 'text', (column) => column.notNull().defaultTo('full'))
    .execute()
}
