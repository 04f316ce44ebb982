import type { Migration } from '../src/platform/database/migrate.ts'

/** What checks found last, and the runs of them. */
export const up: Migration['up'] = async (schema) => {
  await schema
    .createTable('healthResults')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('state', 'text', (column) => column.notNull())
    /** JSON: texts in both languages. */
    .addColumn('findings', 'text', (column) => column.notNull())
    .addColumn('findingCount', 'bigint', (column) => column.notNull())
    .addColumn('checkedAt', 'text', (column) => column.notNull())
    .addColumn('took', 'bigint', (column) => column.notNull())
    .addColumn('repairedAt', 'text')
    .addColumn('repairedBy', 'text')
    .execute()
  await schema
    .createTable('healthRuns')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('state', 'text', (column) => column.notNull())
    /** JSON. */
    .addColumn('checks', 'text', (column) => column.notNull())
    .addColumn('repair', 'bigint', (column) => column.notNull())
    .addColumn('done', 'bigint', (column) => column.notNull())
    .addColumn('startedBy', 'text', (column) => column.notNull())
    .addColumn('startedAt', 'text', (column) => column.notNull())
    .addColumn('endedAt', 'text')
    .addColumn('error', 'text')
    .execute()
}
