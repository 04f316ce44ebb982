import { sql } from 'kysely'
import type { Migration } from '../src/platform/database/migrate.ts'

/** When what models said of contents was last used: what nobody has used for the longest goes first. */
export const up: Migration['up'] = async (schema, database) => {
  const query = database.query()
  await schema
    .alterTable('scoreReplies')
    .addColumn('usedAt', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await sql`update "scoreReplies" set "usedAt" = "createdAt"`.execute(query)
  await schema.createIndex('scoreRepliesByUse').on('scoreReplies').column('usedAt').execute()
  await sql`create index "unendedDataEvaluations" on "dataEvaluations" ("spaceId", "id")
    where "status" in ('queuing', 'running')`.execute(query)
}
