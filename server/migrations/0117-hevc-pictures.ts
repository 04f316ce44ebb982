import { sql } from 'kysely'
import type { Migration } from '../src/platform/database/migrate.ts'

/** HEIC files are examined like other pictures, and sources of datasets tell of those that cannot be decoded. */
export const up: Migration['up'] = async (schema, database) => {
  await schema
    .alterTable('datasetSources')
    .addColumn('hevc', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  const types = `'image/heic', 'image/heif'`
  const again = `update "files" set "examined" = 0 where "mediaType" in (${types}) and "width" is null`
  await sql.raw(again).execute(database.query())
}
