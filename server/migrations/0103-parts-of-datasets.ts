import type { Migration } from '../src/platform/database/migrate.ts'

/** Versions may hold a part of their dataset: what a filter found (JSON); null where they hold all of it. */
export const up: Migration['up'] = async (schema) => {
  await schema.alterTable('datasetVersions').addColumn('filter', 'text').execute()
}
