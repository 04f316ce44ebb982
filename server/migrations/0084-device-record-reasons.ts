import type { Migration } from '../src/platform/database/migrate.ts'

/** Why an update failed, in all languages; entries of before have it in their detail, in English. */
export const up: Migration['up'] = async (schema) => {
  await schema.alterTable('deviceRecords').addColumn('reason', 'text').execute()
}
