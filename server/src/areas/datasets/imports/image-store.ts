import type { DatasetItem } from '@vermilion/contract/datasets/items'
import { sql } from 'kysely'
import { inSlices } from '#platform/database/columns'
import type { Database } from '#platform/database/database'
import { updateRows } from '#platform/database/update-rows'
import { type ImportImageRow, type ImportImageTables, ofImport } from './image-row.ts'
import { agrees, type NamedRow, statedStem } from './matching/row-names.ts'
import { sourceImages } from './source-images.ts'

const rowsAtOnce = 500

export type RowPlace = { readonly itemId: string | null } | { readonly file: string }

const namedColumns = ['number', 'path', 'sidecar', 'folder', 'split', 'file', 'stem'] as const

export function createImportImageStore({ database }: { database: Database }) {
  const query = database.query<ImportImageTables>()
  const reader = database.reader<ImportImageTables>()

  return {
    ...importImageCounts(database),
    ...unmatchedRows(database),
    ...rowsUnlikeItems(database),
    ...sourceImages(database),

    async add(rows: readonly ImportImageRow[]): Promise<void> {
      for (const some of inSlices(rows)) await query.insertInto('datasetImportImages').values(some).execute()
    },

    async batch(importId: string, after: number, limit: number): Promise<ImportImageRow[]> {
      const rows = ofImport(reader, importId).selectAll()
      return rows.where('number', '>', after).orderBy('number').limit(limit).execute()
    },

    async matchedItems(importId: string, itemIds: readonly string[]): Promise<Set<string>> {
      if (itemIds.length === 0) return new Set()
      const rows = await ofImport(query, importId)
        .select('itemId')
        .where('itemId', 'in', itemIds)
        .where('isLabeled', '=', 1)
        .execute()
      return new Set(rows.flatMap(({ itemId }) => itemId ?? []))
    },

    async filesOfItems(importId: string, itemIds: readonly string[]): Promise<Map<string, string | null>> {
      if (itemIds.length === 0) return new Map()
      const rows = await ofImport(query, importId)
        .select(['itemId', 'file'])
        .where('itemId', 'in', itemIds)
        .orderBy('file', (order) => order.asc().nullsFirst())
        .execute()
      return new Map(rows.map(({ itemId, file }) => [itemId ?? '', file]))
    },

    match: (rows: readonly ({ importId: string; number: number } & RowPlace)[]): Promise<void> =>
      updateRows<ImportImageTables, Pick<ImportImageRow, 'importId' | 'number'>>(query, 'datasetImportImages', rows, {
        keys: ['importId', 'number'],
        numbers: ['number'],
      }),

    async copy(importId: string, number: number, position: RowPlace): Promise<void> {
      const rows = ofImport(query, importId)
      const row = await rows.selectAll().where('number', '=', number).executeTakeFirstOrThrow()
      const { last } = await rows.select(({ fn }) => fn.max('number').as('last')).executeTakeFirstOrThrow()
      const other = { ...row, ...position, number: last + 1 }
      await query.insertInto('datasetImportImages').values(other).execute()
    },

    /** Rows of the batch's items outside the batch, which has consecutive numbers. */
    async besides(importId: string, batch: readonly ImportImageRow[]): Promise<ImportImageRow[]> {
      const itemIds = new Set(batch.flatMap(({ itemId }) => itemId ?? []))
      if (itemIds.size === 0) return []
      const [first, last] = [batch[0]?.number ?? 0, batch.at(-1)?.number ?? 0]
      return ofImport(query, importId)
        .selectAll()
        .where('itemId', 'in', [...itemIds])
        .where(({ or, eb }) => or([eb('number', '<', first), eb('number', '>', last)]))
        .execute()
    },

    async forget(importId: string, limit: number): Promise<number> {
      const some = ofImport(query, importId).select('number')
      const removed = await query
        .deleteFrom('datasetImportImages')
        .where('importId', '=', importId)
        .where('number', 'in', some.limit(limit))
        .executeTakeFirst()
      return Number(removed.numDeletedRows)
    },
  }
}

function rowsUnlikeItems(database: Database) {
  const reader = database.reader<ImportImageTables>()

  return {
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

function unmatchedRows(database: Database) {
  const query = database.query<ImportImageTables>()
  const reader = database.reader<ImportImageTables>()

  return {
    unmatched(importId: string, stems: readonly string[], isWithoutFile: boolean): AsyncIterable<NamedRow> {
      const rows = ofImport(reader, importId)
        .select(namedColumns)
        .where(sql.ref('itemId'), 'is', null)
        .where('stem', 'in', stems)
      return (isWithoutFile ? rows.where('file', 'is', null) : rows).stream()
    },

    async useStatedNames(importId: string): Promise<number> {
      const rows = ofImport(query, importId)
        .select(namedColumns)
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

/** The key that rows of one image share. */
const imageKey = sql<string>`coalesce(${sql.ref('itemId')}, ${sql.ref('file')}, ${sql.ref('path')})`

function importImageCounts(database: Database) {
  const reader = database.reader<ImportImageTables>()

  return {
    async countRows(importId: string): Promise<number> {
      const rows = ofImport(reader, importId)
      const { rows: count } = await rows.select(({ fn }) => fn.countAll<number>().as('rows')).executeTakeFirstOrThrow()
      return count
    },

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

    async joined(importId: string) {
      const rows = await ofImport(reader, importId)
        .select(({ fn }) => [
          fn.min('path').as('path'),
          fn.count<number>('split').distinct().as('splits'),
          fn.countAll<number>().as('rows'),
        ])
        .where('isLabeled', '=', 1)
        .where(({ or, eb }) => or([eb('itemId', 'is not', null), eb('file', 'is not', null)]))
        .groupBy(imageKey)
        .having(({ fn }) => fn.countAll(), '>', 1)
        .execute()
      const inSplits = rows.filter(({ splits }) => splits > 1)
      return { count: rows.length, path: rows[0]?.path ?? '', inSplits: inSplits.length }
    },

    async bySplit(importId: string): Promise<{ split: DatasetItem['split'] | null; images: number }[]> {
      return ofImport(reader, importId)
        .select(({ fn }) => ['split', fn.count<number>(imageKey).distinct().as('images')])
        .groupBy('split')
        .execute()
    },

    async missing(importId: string, limit: number): Promise<Pick<ImportImageRow, 'path' | 'sidecar'>[]> {
      return ofImport(reader, importId)
        .select(['path', ({ fn }) => fn.min('sidecar').as('sidecar')])
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
