import type { Migration } from '../src/platform/database/migrate.ts'

interface Tables {
  datasetLabels: { index: number; place: number }
}

/** What a label is chosen with and asks for, where it stands in its list, and where its shapes go when it is deleted. */
export const up: Migration['up'] = async (schema, database) => {
  const labels = () => schema.alterTable('datasetLabels')
  await labels().addColumn('shortcut', 'text').execute()
  /** JSON. */
  await labels()
    .addColumn('attributes', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
  await labels()
    .addColumn('place', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  /** Id of the label that takes the shapes, empty where they are deleted; null for a label that stays. */
  await labels().addColumn('leavesTo', 'text').execute()
  await database
    .query<Tables>()
    .updateTable('datasetLabels')
    .set(({ ref }) => ({ place: ref('index') }))
    .execute()
}
