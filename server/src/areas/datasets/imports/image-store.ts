import type { DatasetItem } from '@vermilion/contract/datasets/items'
import { sql } from 'kysely'
import type { Database } from '#platform/database/database'
import type { DecodedImage } from './decoding/decode-messages.ts'

export interface ImportImageRow extends Omit<DecodedImage, 'classes'> {
  importId: string
  number: number
  stem: string
  itemId: string | null
}

interface Tables {
  datasetImportImages: ImportImageRow
  datasetItems: { id: string; status: string; annotationCount: number }
}

const rowsAtOnce = 500

/** Of a path, the file's name without its ending. */
export function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(0, dot) : name
}

/** What files say of images, kept until it is imported. No rules here. */
export function createImportImageStore({ database }: { database: Database }) {
  const query = database.query<Tables>()
  const reader = database.reader<Tables>()

  return {
    ...importImageCounts(database),

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

    /** Which of these items belong to an image already. */
    async matchedItems(importId: string, itemIds: readonly string[]): Promise<Set<string>> {
      if (itemIds.length === 0) return new Set()
      const rows = await query
        .selectFrom('datasetImportImages')
        .select('itemId')
        .where('importId', '=', importId)
        .where('itemId', 'in', [...itemIds])
        .execute()
      return new Set(rows.flatMap(({ itemId }) => itemId ?? []))
    },

    /** Images without an item whose files have one of these names. */
    unmatched: (importId: string, stems: readonly string[]): AsyncIterable<Pick<ImportImageRow, 'number' | 'path'>> =>
      reader
        .selectFrom('datasetImportImages')
        .select(['number', 'path'])
        .where('importId', '=', importId)
        .where(sql.ref('itemId'), 'is', null)
        .where('stem', 'in', [...stems])
        .stream(),

    async match(importId: string, number: number, itemId: string | null): Promise<void> {
      await query
        .updateTable('datasetImportImages')
        .set({ itemId })
        .where('importId', '=', importId)
        .where('number', '=', number)
        .execute()
    },

    /** As `match`, where the image has no item yet. */
    async claim(importId: string, number: number, itemId: string): Promise<void> {
      await query
        .updateTable('datasetImportImages')
        .set({ itemId })
        .where('importId', '=', importId)
        .where('number', '=', number)
        .where('itemId', 'is', null)
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

/** How many images of an import are where. */
function importImageCounts(database: Database) {
  const reader = database.reader<Tables>()

  return {
    async counts(importId: string) {
      const row = await reader
        .selectFrom('datasetImportImages as image')
        .leftJoin('datasetItems as item', 'item.id', 'image.itemId')
        .where('importId', '=', importId)
        .select(({ fn, eb }) => [
          fn.countAll<number>().as('images'),
          fn.count<number>('itemId').as('matched'),
          fn
            .count<number>('item.id')
            .filterWhere(eb.or([eb('item.status', '!=', 'to-label'), eb('item.annotationCount', '>', 0)]))
            .as('labeled'),
          fn.count<number>('file').filterWhere('itemId', 'is', null).as('addable'),
          fn.sum<number | null>('shapeCount').filterWhere('itemId', 'is not', null).as('matchedShapes'),
        ])
        .executeTakeFirstOrThrow()
      const missing = row.images - row.matched - row.addable
      return { ...row, matchedShapes: row.matchedShapes ?? 0, missing }
    },

    async bySplit(importId: string): Promise<{ split: DatasetItem['split'] | null; images: number }[]> {
      return reader
        .selectFrom('datasetImportImages')
        .select(({ fn }) => ['split', fn.countAll<number>().as('images')])
        .where('importId', '=', importId)
        .groupBy('split')
        .execute()
    },

    /** Images that are nowhere: the first of them. */
    async missing(importId: string, limit: number): Promise<string[]> {
      const rows = await reader
        .selectFrom('datasetImportImages')
        .select('path')
        .where('importId', '=', importId)
        .where('itemId', 'is', null)
        .where('file', 'is', null)
        .orderBy('number')
        .limit(limit)
        .execute()
      return rows.map(({ path }) => path)
    },
  }
}

export type ImportImageStore = ReturnType<typeof createImportImageStore>
