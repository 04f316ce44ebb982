import { sql } from 'kysely'
import type { Migration } from '../src/platform/database/migrate.ts'

/** Texts beside pictures that somebody has looked into, as each was then: whether it has words, or blanks and labels alone. */
export const up: Migration['up'] = async (schema, database) => {
  await schema
    .createTable('readTexts')
    .addColumn('fileNumber', 'integer', (column) => column.primaryKey())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('hasWords', 'bigint', (column) => column.notNull())
    .execute()
  const trigger = `create trigger "readTextGone" after delete on "files"
    begin delete from "readTexts" where "fileNumber" = old."number"; end`
  await sql.raw(trigger).execute(database.query())
}
