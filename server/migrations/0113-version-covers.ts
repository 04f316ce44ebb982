import type { Migration } from '../src/platform/database/migrate.ts'

/** Ids of the images that stand for a version, written down when it is made. */
export const up: Migration['up'] = async (schema) => {
  await schema
    .alterTable('datasetVersions')
    .addColumn('covers', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
}
