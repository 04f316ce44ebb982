import { sql } from 'kysely'
import type { Migration } from '../src/platform/database/migrate.ts'

/** Images compared by what they look like, sets of picked images, and where labels came from. */
export const up: Migration['up'] = async (schema, database) => {
  await schema
    .createTable('datasetLikeness')
    .addColumn('datasetId', 'text', (column) => column.primaryKey().references('datasets.id').onDelete('cascade'))
    .addColumn('startedBy', 'text', (column) => column.notNull())
    /** What was compared, and what made the vectors; empty before it was. */
    .addColumn('signature', 'text', (column) => column.notNull())
    /** A file of the cache; null before there is one. */
    .addColumn('file', 'text')
    .addColumn('contents', 'bigint', (column) => column.notNull())
    .addColumn('comparedAt', 'text')
    .execute()
  await schema
    .createTable('itemSets')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('datasetId', 'text', (column) => column.notNull().references('datasets.id').onDelete('cascade'))
    /** JSON. */
    .addColumn('numbers', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .execute()
  await schema.createIndex('itemSetsOfDataset').on('itemSets').column('datasetId').execute()

  // As `labelSourceKey` of the contract makes it.
  const source = sql`json_extract(value, '$.source') || char(10) || char(10) ||
    case json_extract(value, '$.source') when 'manual' then coalesce("annotator", '') else '' end`
  await sql`insert into "datasetCounts" ("datasetId", "kind", "value", "images", "labels")
    select "datasetId", 'source', ${source} as "labelSource", count(distinct "itemId"), count(*)
    from "datasetAnnotations" join "datasetItems" on "datasetItems"."id" = "itemId", json_each("shapes")
    group by "datasetId", "labelSource"`.execute(database.query())
}
