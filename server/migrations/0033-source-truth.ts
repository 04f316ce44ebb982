import type { Migration } from '../src/platform/database/migrate.ts'

/** Images that come into datasets labeled with what they are known to show. */
export const up: Migration['up'] = async (schema) => {
  for (const column of ['withTruth', 'labeled']) {
    await schema
      .alterTable('datasetSources')
      .addColumn(column, 'bigint', (definition) => definition.notNull().defaultTo(0))
      .execute()
  }
}
