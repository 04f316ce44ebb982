import { sql } from 'kysely'
import type { Migration } from '../src/platform/database/migrate.ts'

/**
 * Images of datasets by the score of their file and by how it was generated. Triggers take both over from the files; an
 * image whose file is gone keeps them.
 */
export const up: Migration['up'] = async (schema, database) => {
  const query = database.query()
  const run = (statement: string) => sql.raw(statement).execute(query)

  await schema
    .alterTable('datasetItems')
    /** -1 where nobody has given one. */
    .addColumn('score', 'double precision', (column) => column.notNull().defaultTo(-1))
    .execute()
  await schema
    .alterTable('datasetItems')
    /** Number of the lineage; 0 where it was not generated. */
    .addColumn('lineage', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()

  const score = (file: string) => `coalesce((select "score" from "files" where "id" = ${file}), -1)`
  const lineage = (file: string) => `coalesce((select "lineage" from "fileLineages"
    where "fileNumber" = (select "number" from "files" where "id" = ${file})), 0)`
  await run(`update "datasetItems" set "score" = ${score('"fileId"')}, "lineage" = ${lineage('"fileId"')}
    where "fileId" in (select "id" from "files" where "score" >= 0
    or "number" in (select "fileNumber" from "fileLineages"))`)

  const trigger = (name: string, when: string, statements: string) =>
    run(`create trigger "${name}" after ${when} begin ${statements} end`)
  await trigger(
    'datasetItemOfFile',
    `insert on "datasetItems" when exists (select 1 from "files" where "id" = new."fileId" and ("score" >= 0
      or exists (select 1 from "fileLineages" where "fileNumber" = "files"."number")))`,
    `update "datasetItems" set "score" = ${score('new."fileId"')}, "lineage" = ${lineage('new."fileId"')}
      where rowid = new.rowid;`,
  )
  await trigger(
    'datasetItemScored',
    'update of "score" on "files" when old."score" <> new."score"',
    `update "datasetItems" set "score" = new."score" where "fileId" = new."id";`,
  )
  const take = `update "datasetItems" set "lineage" = new."lineage"
    where "fileId" = (select "id" from "files" where "number" = new."fileNumber");`
  await trigger('datasetItemGenerated', 'insert on "fileLineages"', take)
  await trigger('datasetItemGeneratedOtherwise', 'update on "fileLineages" when old."lineage" <> new."lineage"', take)
  // Where a file is given a content that was not generated; one that is gone is no longer among the files.
  await trigger(
    'datasetItemNotGenerated',
    'delete on "fileLineages"',
    take.replace('new."lineage"', '0').replace('new.', 'old.'),
  )
}
