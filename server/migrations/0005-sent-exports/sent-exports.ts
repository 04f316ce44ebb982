import type { Migration } from '../../src/platform/database/migrate.ts'

/** Where an export was written to, or is being written. */
export const sentExports: Migration = {
  async up(schema) {
    await schema.alterTable('datasetExports').addColumn('sent', 'text').execute()
  },
}
