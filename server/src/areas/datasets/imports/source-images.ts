import { sql } from 'kysely'
import type { Database } from '#platform/database/database'
import { type ImportImageTables, ofImport } from './image-row.ts'

const rowsAtOnce = 500

export function sourceImages(database: Database) {
  const query = database.query<ImportImageTables>()
  const reader = database.reader<ImportImageTables>()

  async function* filesAfter(importId: string, limit: number, isWithoutItem: boolean): AsyncGenerator<string[]> {
    const all = ofImport(reader, importId).select('file').distinct()
    const rows = (isWithoutItem ? all.where('itemId', 'is', null) : all).orderBy('file').limit(limit)
    for (let after = ''; ;) {
      const some = (await rows.where('file', '>', after).execute()).map(({ file }) => file ?? '')
      if (some.length === 0) return
      after = some.at(-1) ?? ''
      yield some
    }
  }

  return {
    sourceFiles: (importId: string, limit: number) => filesAfter(importId, limit, false),

    async *sourceImages(importId: string, limit: number): AsyncGenerator<{ id: string; path: string }[]> {
      for await (const files of filesAfter(importId, limit, true)) yield files.map((file) => ({ id: file, path: file }))
    },

    async *sourcePaths(importId: string): AsyncGenerator<string> {
      for await (const files of filesAfter(importId, rowsAtOnce, true)) yield* files
    },

    async labeledFiles(importId: string, files: readonly string[]): Promise<Set<string>> {
      if (files.length === 0) return new Set()
      const rows = await ofImport(query, importId)
        .select('file')
        .where('file', 'in', files)
        .where('isLabeled', '=', 1)
        .execute()
      return new Set(rows.flatMap(({ file }) => file ?? []))
    },

    async matchFile(importId: string, file: string, itemId: string): Promise<void> {
      const rows = query.updateTable('datasetImportImages').where('importId', '=', importId)
      await rows.set({ itemId: null }).where('itemId', '=', itemId).where('file', '!=', file).execute()
      await rows.set({ itemId }).where('file', '=', file).execute()
    },

    async joinFiles(importId: string): Promise<void> {
      const other = query
        .selectFrom('datasetImportImages as other')
        .select('other.itemId')
        .where('other.importId', '=', importId)
        .whereRef('other.file', '=', sql.ref('datasetImportImages.file'))
        .where('other.itemId', 'is not', null)
        .limit(1)
      await query
        .updateTable('datasetImportImages')
        .set({ itemId: other })
        .where('importId', '=', importId)
        .where('itemId', 'is', null)
        .where('file', 'is not', null)
        .execute()
    },
  }
}
