import type { Migration } from '../src/platform/database/migrate.ts'

/**
 * How many files a source of a dataset is going to look at, null where nobody has counted them; and the data spaces that
 * somebody took out of the index of images, which takes all others in by itself.
 */
export const up: Migration['up'] = async (schema) => {
  await schema.alterTable('datasetSources').addColumn('expected', 'bigint').execute()
  await schema
    .createTable('searchLeftOut')
    .addColumn('spaceId', 'text', (column) => column.primaryKey())
    .execute()
}
