import type { Migration } from '../src/platform/database/migrate.ts'

/** What people who label a dataset are to know. */
export const up: Migration['up'] = async (schema) => {
  await schema
    .alterTable('datasets')
    .addColumn('guidelines', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
