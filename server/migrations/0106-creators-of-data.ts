import { sql } from 'kysely'
import type { Migration } from '../src/platform/database/migrate.ts'

/** Who created a data space or a dataset: of earlier datasets whoever brought the first images, of earlier spaces nobody knows. */
export const up: Migration['up'] = async (schema, database) => {
  await schema.alterTable('spaces').addColumn('creator', 'text').execute()
  await schema.alterTable('datasets').addColumn('creator', 'text').execute()
  await sql`update "datasets" set "creator" = (
    select "startedBy" from "datasetSources" where "datasetId" = "datasets"."id" order by "createdAt", "id" limit 1
  )`.execute(database.query())
}
