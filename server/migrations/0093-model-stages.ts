import { sql } from 'kysely'
import type { Migration } from '../src/platform/database/migrate.ts'

/** How far a model has come, what people say of it, and which of its name it is: those that are there count by their age. */
export const up: Migration['up'] = async (schema, database) => {
  const add = (name: string, type: 'text' | 'bigint', usual: string | number) =>
    schema
      .alterTable('models')
      .addColumn(name, type, (column) => column.notNull().defaultTo(usual))
      .execute()
  await add('stage', 'text', 'draft')
  await add('tags', 'text', '[]')
  await add('notes', 'text', '')
  await add('version', 'bigint', 1)
  await sql`update "models" set "version" = (
    select count(*) from "models" as "other" where "other"."name" = "models"."name"
      and ("other"."createdAt", "other"."id") <= ("models"."createdAt", "models"."id")
  )`.execute(database.query())
}
