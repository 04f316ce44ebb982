import type { DatasetItem } from '@vermilion/contract/datasets/items'
import { sql } from 'kysely'
import type { Database } from '#platform/database/database'
import type { ImportImageRow, ImportImageTables } from './image-row.ts'
import { agrees, type NamedRow, statedStem } from './matching/row-names.ts'
import { sourceImages } from './source-images.ts'

const rowsAtOnce = 500

/** Where a row belongs: to an item of the dataset, or to an image of the source. */
type RowPlace = { readonly itemId: string | null } | { readonly file: string }

const namedColumns = ['number', 'path', 'sidecar', 'folder', 'split', 'file', 'stem'] as const

/** What files say of images, kept until it is imported. No rules here. */
export function createImportImageStore({ database }: { database: Database }) {
  const query = database.query<ImportImageTables>()
  const reader = database.reader<ImportImageTables>()

  return {
    ...importImageCounts(database),
    ...unmatchedRows(database),
    ...rowsUnlikeItems(database),
    ...sourceImages(database),

    async add(rows: readonly ImportImageRow[]): Promise<void> {
      for (let at = 0; at < rows.length; at += rowsAtOnce) {
        await query
          .insertInto('datasetImportImages')
          .values(rows.slice(at, at + rowsAtOnce))
          .execute()
      }
    },

    /** The next after a number. */
    async batch(importId: string, after: number, limit: number): Promise<ImportImageRow[]> {
      const rows = reader.selectFrom('datasetImportImages').selectAll().where('importId', '=', importId)
      return rows.where('number', '>', after).orderBy('number').limit(limit).execute()
    },

    /** Which of these items have labels already; an image of the source alone leaves its item to those. */
    async matchedItems(importId: string, itemIds: readonly string[]): Promise<Set<string>> {
      if (itemIds.length === 0) return new Set()
      const rows = await query
        .selectFrom('datasetImportImages')
        .select('itemId')
        .where('importId', '=', importId)
        .where('itemId', 'in', [...itemIds])
        .where('isLabeled', '=', 1)
        .execute()
      return new Set(rows.flatMap(({ itemId }) => itemId ?? []))
    },

    /** Which files of the source the items of rows that have one lie in, by item; null where only labels are there. */
    async filesOfItems(importId: string, itemIds: readonly string[]): Promise<Map<string, string | null>> {
      if (itemIds.length === 0) return new Map()
      const rows = await query
        .selectFrom('datasetImportImages')
        .select(['itemId', 'file'])
        .where('importId', '=', importId)
        .where('itemId', 'in', [...itemIds])
        .orderBy('file')
        .execute()
      return new Map(rows.map(({ itemId, file }) => [itemId ?? '', file]))
    },

    async match(importId: string, number: number, position: RowPlace): Promise<void> {
      await query
        .updateTable('datasetImportImages')
        .set(position)
        .where('importId', '=', importId)
        .where('number', '=', number)
        .execute()
    },

    /** Adds a row that says the same of another image. */
    async copy(importId: string, number: number, position: RowPlace): Promise<void> {
      const rows = query.selectFrom('datasetImportImages').where('importId', '=', importId)
      const row = await rows.selectAll().where('number', '=', number).executeTakeFirstOrThrow()
      const { last } = await rows.select(({ fn }) => fn.max('number').as('last')).executeTakeFirstOrThrow()
      const other = { ...row, ...position, number: last + 1 }
      await query.insertInto('datasetImportImages').values(other).execute()
    },

    /** Rows of the items of a batch that are not in the batch itself, which is one of successive numbers. */
    async besides(importId: string, batch: readonly ImportImageRow[]): Promise<ImportImageRow[]> {
      const itemIds = new Set(batch.flatMap(({ itemId }) => itemId ?? []))
      if (itemIds.size === 0) return []
      const [first, last] = [batch[0]?.number ?? 0, batch.at(-1)?.number ?? 0]
      return query
        .selectFrom('datasetImportImages')
        .selectAll()
        .where('importId', '=', importId)
        .where('itemId', 'in', [...itemIds])
        .where(({ or, eb }) => or([eb('number', '<', first), eb('number', '>', last)]))
        .execute()
    },

    /** Deletes some; answers how many. */
    async forget(importId: string, limit: number): Promise<number> {
      const some = query.selectFrom('datasetImportImages').select('number').where('importId', '=', importId)
      const removed = await query
        .deleteFrom('datasetImportImages')
        .where('importId', '=', importId)
        .where('number', 'in', some.limit(limit))
        .executeTakeFirst()
      return Number(removed.numDeletedRows)
    },
  }
}

/** Rows of images that their items are not quite alike. */
function rowsUnlikeItems(database: Database) {
  const reader = database.reader<ImportImageTables>()

  return {
    /** Images of the source whose labels go to an item of their name with another ending: how many, and one of them. */
    async otherEndings(importId: string): Promise<{ count: number; path: string | null }> {
      const endingOf = (column: string) =>
        sql<string>`lower(substr(${sql.ref(column)}, length(${sql.ref(column)}) - 3))`
      return reader
        .selectFrom('datasetImportImages as image')
        .innerJoin('datasetItems as item', 'item.id', 'image.itemId')
        .select(({ fn }) => [fn.count<number>('image.file').distinct().as('count'), fn.min('image.file').as('path')])
        .where('importId', '=', importId)
        .where('isLabeled', '=', 1)
        .where('image.file', 'is not', null)
        .where(endingOf('image.file'), '!=', endingOf('item.path'))
        .executeTakeFirstOrThrow()
    },

    /** Rows with labels whose files say another size than their items have; the next after a number. */
    async inOtherSizes(importId: string, after: number, limit: number): Promise<ImportImageRow[]> {
      return reader
        .selectFrom('datasetImportImages as image')
        .innerJoin('datasetItems as item', 'item.id', 'image.itemId')
        .selectAll('image')
        .where('importId', '=', importId)
        .where('isLabeled', '=', 1)
        .where('image.number', '>', after)
        .where(({ or, eb, ref }) =>
          or([eb('image.width', '!=', ref('item.width')), eb('image.height', '!=', ref('item.height'))]),
        )
        .orderBy('image.number')
        .limit(limit)
        .execute()
    },
  }
}

/** Rows that belong to nothing yet. */
function unmatchedRows(database: Database) {
  const query = database.query<ImportImageTables>()
  const reader = database.reader<ImportImageTables>()

  return {
    /** Rows without an item that are looked up by one of these names; without a file too, where that is asked. */
    unmatched(importId: string, stems: readonly string[], isWithoutFile: boolean): AsyncIterable<NamedRow> {
      const rows = reader
        .selectFrom('datasetImportImages')
        .select(namedColumns)
        .where('importId', '=', importId)
        .where(sql.ref('itemId'), 'is', null)
        .where('stem', 'in', [...stems])
      return (isWithoutFile ? rows.where('file', 'is', null) : rows).stream()
    },

    /** Lets sidecars whose own names led nowhere be looked up by the names that they state; answers how many. */
    async useStatedNames(importId: string): Promise<number> {
      const rows = query
        .selectFrom('datasetImportImages')
        .select(namedColumns)
        .where('importId', '=', importId)
        .where('itemId', 'is', null)
        .where('file', 'is', null)
        .where('sidecar', 'is not', null)
        .orderBy('number')
        .limit(rowsAtOnce)
      let stated = 0
      for (let after = 0; ;) {
        const some = await rows.where('number', '>', after).execute()
        const last = some.at(-1)
        if (last === undefined) return stated
        after = last.number
        await database.transaction(async () => {
          for (const row of some.filter((one) => !agrees(one))) {
            stated += 1
            await query
              .updateTable('datasetImportImages')
              .set({ stem: statedStem(row) })
              .where('importId', '=', importId)
              .where('number', '=', row.number)
              .execute()
          }
        })
      }
    },
  }
}

/** What the rows of one image have in common. */
const imageKey = sql<string>`coalesce(${sql.ref('itemId')}, ${sql.ref('file')}, ${sql.ref('path')})`

/** How many images of an import are where. */
function importImageCounts(database: Database) {
  const reader = database.reader<ImportImageTables>()

  return {
    async countRows(importId: string): Promise<number> {
      const rows = reader.selectFrom('datasetImportImages').where('importId', '=', importId)
      const { rows: count } = await rows.select(({ fn }) => fn.countAll<number>().as('rows')).executeTakeFirstOrThrow()
      return count
    },

    /** Images, not rows: what several rows say of one image is joined. */
    async counts(importId: string) {
      const row = await reader
        .selectFrom('datasetImportImages as image')
        .leftJoin('datasetItems as item', 'item.id', 'image.itemId')
        .where('importId', '=', importId)
        .select(({ fn, eb }) => [
          fn.countAll<number>().as('rows'),
          fn.count<number>('itemId').distinct().as('matched'),
          fn
            .count<number>('item.id')
            .distinct()
            .filterWhere(eb.or([eb('item.status', '!=', 'to-label'), eb('item.annotationCount', '>', 0)]))
            .as('labeled'),
          fn.count<number>('file').distinct().filterWhere('itemId', 'is', null).as('addable'),
          fn
            .count<number>('image.path')
            .distinct()
            .filterWhere(eb.and([eb('itemId', 'is', null), eb('file', 'is', null)]))
            .as('missing'),
          fn.sum<number | null>('shapeCount').filterWhere('itemId', 'is not', null).as('matchedShapes'),
        ])
        .executeTakeFirstOrThrow()
      return { ...row, matchedShapes: row.matchedShapes ?? 0 }
    },

    /** Images whose labels several rows tell: how many, and one of them; those of them that are in two splits. */
    async joined(importId: string) {
      const rows = await reader
        .selectFrom('datasetImportImages')
        .select(({ fn }) => [
          fn.min('path').as('path'),
          fn.count<number>('split').distinct().as('splits'),
          fn.countAll<number>().as('rows'),
        ])
        .where('importId', '=', importId)
        .where('isLabeled', '=', 1)
        .where(({ or, eb }) => or([eb('itemId', 'is not', null), eb('file', 'is not', null)]))
        .groupBy(imageKey)
        .having(({ fn }) => fn.countAll(), '>', 1)
        .execute()
      const inSplits = rows.filter(({ splits }) => splits > 1)
      return { count: rows.length, path: rows[0]?.path ?? '', inSplits: inSplits.length }
    },

    async bySplit(importId: string): Promise<{ split: DatasetItem['split'] | null; images: number }[]> {
      return reader
        .selectFrom('datasetImportImages')
        .select(({ fn }) => ['split', fn.count<number>(imageKey).distinct().as('images')])
        .where('importId', '=', importId)
        .groupBy('split')
        .execute()
    },

    /** Images that are nowhere: the first of them. */
    async missing(importId: string, limit: number): Promise<Pick<ImportImageRow, 'path' | 'sidecar'>[]> {
      return reader
        .selectFrom('datasetImportImages')
        .select(['path', ({ fn }) => fn.min('sidecar').as('sidecar')])
        .where('importId', '=', importId)
        .where('itemId', 'is', null)
        .where('file', 'is', null)
        .groupBy('path')
        .orderBy(({ fn }) => fn.min('number'))
        .limit(limit)
        .execute()
    },
  }
}

export type ImportImageStore = ReturnType<typeof createImportImageStore>
