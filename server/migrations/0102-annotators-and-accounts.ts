import { sql } from 'kysely'
import type { Migration } from '../src/platform/database/migrate.ts'

/**
 * Whose answers an import takes of files that several people labeled. Accounts that nobody may use any more, and when each
 * was used last: as far as their sessions and tokens tell it.
 */
export const up: Migration['up'] = async (schema, database) => {
  await schema.alterTable('datasetImports').addColumn('annotator', 'text').execute()
  await schema.alterTable('accounts').addColumn('disabledAt', 'text').execute()
  await schema.alterTable('accounts').addColumn('seenAt', 'text').execute()
  await sql`update "accounts" set "seenAt" = (
    select max("usedAt") from (
      select "usedAt" from "sessions" where "sessions"."accountId" = "accounts"."id"
      union all select "usedAt" from "accessTokens" where "accessTokens"."accountId" = "accounts"."id"
    )
  )`.execute(database.query())
}
