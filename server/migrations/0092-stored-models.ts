import type { Migration } from '../src/platform/database/migrate.ts'

/** Models of formats that run elsewhere. */
export const up: Migration['up'] = async (schema) => {
  await schema.alterTable('models').addColumn('format', 'text').execute()
}
