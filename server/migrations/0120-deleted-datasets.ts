import { sql } from 'kysely'
import type { Migration } from '../src/platform/database/migrate.ts'

/**
 * Deleted datasets stay for a while, marked. The unique name becomes a column of its own, so that a deleted dataset gives
 * its name free and is still called by it.
 */
export const up: Migration['up'] = async (schema, database) => {
  await schema.alterTable('datasets').renameColumn('name', 'reservedName').execute()
  const datasets = (column: string) => schema.alterTable('datasets').addColumn(column, 'text')
  await schema
    .alterTable('datasets')
    .addColumn('name', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await datasets('deletedAt').execute()
  await datasets('deletedBy').execute()
  await schema
    .alterTable('datasets')
    .addColumn('purging', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql.raw('update "datasets" set "name" = "reservedName"').execute(database.query())
  await sql
    .raw('create index "datasetsInTrash" on "datasets" ("deletedAt", "id") where "deletedAt" is not null')
    .execute(database.query())
}
