import type { Migration } from '../src/platform/database/migrate.ts'

/** What the last scan of a space in place found. */
export const up: Migration['up'] = async (schema) => {
  await schema.alterTable('spaces').addColumn('scanReport', 'text').execute()
}
