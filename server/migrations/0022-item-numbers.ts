import { sql } from 'kysely'
import type { Migration } from '../src/platform/database/migrate.ts'

/** Images are numbered from 1 on; 0 means before all of them. Where one had it, it takes the next number. */
export const up: Migration['up'] = async (_schema, database) => {
  await sql`update "datasetItems" set "number" =
    (select max("number") + 1 from "datasetItems" as "other" where "other"."datasetId" = "datasetItems"."datasetId")
    where "number" = 0`.execute(database.query())
}
