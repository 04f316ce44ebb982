import { sql } from 'kysely'
import type { Migration } from '../src/platform/database/migrate.ts'

/**
 * Images that were taken out of a dataset. Of each dataset the highest number of one of them is kept, so that no image
 * ever gets the number of another, and when the last one went: what was remembered of the dataset before is worthless.
 */
export const up: Migration['up'] = async (schema, database) => {
  const run = (statement: string) => sql.raw(statement).execute(database.query())
  await schema
    .createTable('datasetRemovals')
    .addColumn('datasetId', 'text', (column) => column.primaryKey().references('datasets.id').onDelete('cascade'))
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('stamp', 'bigint', (column) => column.notNull())
    .execute()
  const highest = (column: string, row: 'old' | 'new') =>
    `(select max(
      coalesce((select max("${column}") from "datasetItems" where "datasetId" = ${row}."datasetId"), -1),
      coalesce((select "${column}" from "datasetRemovals" where "datasetId" = ${row}."datasetId"), -1)) + 1)`
  const count = (row: 'old' | 'new', sign: '+' | '-') =>
    facts
      .map(([kind, value]) => [kind, value].map((part) => part.replaceAll(/"(\w+)"/g, `${row}."$1"`)))
      .map(
        ([kind, value]) => `insert into "datasetCounts" ("datasetId", "kind", "value", "images", "labels")
          select ${row}."datasetId", ${kind}, ${value}, ${sign}1, ${sign}${row}."annotationCount"
          where ${value} is not null
          on conflict ("datasetId", "kind", "value") do update
          set "images" = "images" + excluded."images", "labels" = "labels" + excluded."labels";`,
      )
      .join('\n')
  const trigger = (name: string, when: string, statements: string) =>
    run(`create trigger "${name}" after ${when} begin ${statements} end`)
  await run('drop trigger "datasetItemAdded"')
  await trigger(
    'datasetItemAdded',
    'insert on "datasetItems"',
    `update "datasetItems" set "number" = ${highest('number', 'new')}, "stamp" = ${highest('stamp', 'new')}
      where rowid = new.rowid; ${count('new', '+')}`,
  )
  await run('drop trigger "datasetItemChanged"')
  await trigger(
    'datasetItemChanged',
    'update on "datasetItems" when old."stamp" = new."stamp"',
    `update "datasetItems" set "stamp" = ${highest('stamp', 'new')} where rowid = new.rowid;`,
  )
  // With a dataset go its images and all that is counted of them.
  await trigger(
    'datasetItemRemoved',
    'delete on "datasetItems" when exists (select 1 from "datasets" where "id" = old."datasetId")',
    `${count('old', '-')}
      insert into "datasetRemovals" ("datasetId", "number", "stamp")
      select old."datasetId", old."number", max(${highest('stamp', 'old')}, old."stamp" + 1) where true
      on conflict ("datasetId") do update
      set "number" = max("number", excluded."number"), "stamp" = excluded."stamp";`,
  )
}

/** Kind and value of what is counted of each image, as since migration 0018. */
const facts = [
  [`'status'`, `"status"`],
  [`'split'`, `"split"`],
  [`'labels'`, `cast("annotationCount" as text)`],
  [`'annotator-' || "status"`, `"annotator"`],
] as const
