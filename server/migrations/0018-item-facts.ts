import { sql } from 'kysely'
import type { Migration } from '../src/platform/database/migrate.ts'

/**
 * What is known of each image of a dataset beside its shapes, and what lists and reports of a million images are made
 * of. Triggers number the images of a dataset, stamp every change of one, so that what was remembered of the others
 * still holds, and count; so no statement that changes images can pass them by. What lies in the shapes is counted
 * where those are saved: `counted` is 0 until then.
 */
export const up: Migration['up'] = async (schema, database) => {
  const query = database.query()
  const run = (statement: string) => sql.raw(statement).execute(query)

  for (const [name, type, usual] of columns) {
    await schema
      .alterTable('datasetItems')
      .addColumn(name, type, (column) => (usual === undefined ? column : column.notNull().defaultTo(usual)))
      .execute()
  }
  await run(`update "datasetItems" set "number" = "counted"."number", "stamp" = "counted"."number" + 1
    from (select rowid as "row", row_number() over (partition by "datasetId" order by "place") - 1 as "number"
      from "datasetItems") as "counted" where "counted"."row" = "datasetItems".rowid`)
  await run(`update "datasetItems" set "labels" = coalesce((select group_concat("labelId", ' ')
    from "datasetItemLabels" where "itemId" = "datasetItems"."id"), '')`)
  await run(`update "datasetItems" set "counted" = 0 where "annotationCount" > 0`)

  await run(`create index "datasetItemsByNumber" on "datasetItems" ("datasetId", "number")`)
  await run(`create index "datasetItemsByStamp" on "datasetItems" ("datasetId", "stamp")`)
  await run(`create index "datasetItemsByContent" on "datasetItems" ("datasetId", "checksum")`)
  await run(`create index "datasetItemsUncounted" on "datasetItems" ("datasetId", "number") where "counted" = 0`)
  await run(`update "datasetItems" set "duplicated" = 1 where exists (select 1 from "datasetItems" as "twin"
    where "twin"."datasetId" = "datasetItems"."datasetId" and "twin"."checksum" = "datasetItems"."checksum"
    and "twin".rowid <> "datasetItems".rowid)`)
  await run(`create index "datasetItemsDuplicated" on "datasetItems" ("datasetId", "checksum") where "duplicated" = 1`)

  await schema
    .alterTable('datasetLabels')
    .addColumn('imageCount', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await run(`update "datasetLabels" set "imageCount" =
    (select count(*) from "datasetItemLabels" where "labelId" = "datasetLabels"."id" and "count" > 0)`)

  /** Images, and the labels on them, by a kind of fact and its value. */
  await run(`create table "datasetCounts" ("datasetId" text not null references "datasets" ("id") on delete cascade,
    "kind" text not null, "value" text not null, "images" bigint not null, "labels" bigint not null,
    primary key ("datasetId", "kind", "value")) without rowid`)
  for (const [kind, value] of facts) {
    await run(`insert into "datasetCounts" select "datasetId", ${kind}, ${value}, count(*), sum("annotationCount")
      from "datasetItems" where ${value} is not null group by "datasetId", ${kind}, ${value}`)
  }
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
  const highest = (column: string) =>
    `(select coalesce(max("${column}"), -1) + 1 from "datasetItems" where "datasetId" = new."datasetId")`
  const trigger = (name: string, when: string, statements: string) =>
    run(`create trigger "${name}" after ${when} begin ${statements} end`)
  await trigger(
    'datasetItemAdded',
    'insert on "datasetItems"',
    `update "datasetItems" set "number" = ${highest('number')}, "stamp" = ${highest('stamp')}
      where rowid = new.rowid; ${count('new', '+')}`,
  )
  await trigger(
    'datasetItemChanged',
    'update on "datasetItems" when old."stamp" = new."stamp"',
    `update "datasetItems" set "stamp" = ${highest('stamp')} where rowid = new.rowid;`,
  )
  await trigger(
    'datasetItemCounted',
    `update of "status", "split", "annotationCount", "annotator" on "datasetItems" when old."status" <> new."status"
      or old."split" <> new."split" or old."annotationCount" <> new."annotationCount" or old."annotator" is not new."annotator"`,
    count('old', '-') + count('new', '+'),
  )

  /** How large the shapes are, where they lie, what looks wrong: JSON. */
  await schema
    .createTable('datasetGeometry')
    .addColumn('datasetId', 'text', (column) => column.primaryKey().references('datasets.id').onDelete('cascade'))
    .addColumn('counts', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createTable('datasetWorkTimes')
    .addColumn('datasetId', 'text', (column) => column.notNull().references('datasets.id').onDelete('cascade'))
    .addColumn('annotator', 'text', (column) => column.notNull())
    .addColumn('seconds', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('datasetWorkTimeKey', ['datasetId', 'annotator'])
    .execute()

  await schema
    .createTable('itemChanges')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('datasetId', 'text', (column) => column.notNull().references('datasets.id').onDelete('cascade'))
    /** JSON. */
    .addColumn('change', 'text', (column) => column.notNull())
    .addColumn('startedBy', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('itemChangesByAge').on('itemChanges').column('createdAt').execute()
  await schema.createIndex('itemChangesByDataset').on('itemChanges').column('datasetId').execute()
  /** Each image that a change means, in the order in which it is done, what becomes of it, and what was there before. */
  await schema
    .createTable('changedItems')
    .addColumn('changeId', 'text', (column) => column.notNull().references('itemChanges.id').onDelete('cascade'))
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('itemId', 'text', (column) => column.notNull())
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .addPrimaryKeyConstraint('changedItemKey', ['changeId', 'number'])
    .execute()
}

const columns = [
  ['number', 'bigint', 0],
  /** Grows with each change of any image of the dataset. */
  ['stamp', 'bigint', 0],
  /** JSON. */
  ['tags', 'text', '[]'],
  ['annotator', 'text', undefined],
  ['annotatedAt', 'text', undefined],
  ['reviewer', 'text', undefined],
  ['note', 'text', ''],
  /** Ids of the labels that occur, with a space between. */
  ['labels', 'text', ''],
  /** Cells and ranges of the report in which it has a shape, as bits in hexadecimal; empty where it has none. */
  ['cells', 'text', ''],
  /** One bit each. */
  ['findings', 'bigint', 0],
  ['duplicated', 'bigint', 0],
  ['counted', 'bigint', 1],
] as const

/** Kind and value of what is counted of each image. */
const facts = [
  [`'status'`, `"status"`],
  [`'split'`, `"split"`],
  [`'labels'`, `cast("annotationCount" as text)`],
  [`'annotator-' || "status"`, `"annotator"`],
] as const
