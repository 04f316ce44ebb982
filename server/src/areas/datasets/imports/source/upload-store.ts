import type { Database } from '#platform/database/database'

export interface ImportFileRow {
  id: string
  datasetId: string
  name: string
  checksum: string
  size: number
  createdAt: string
}

interface Tables {
  datasetImportFiles: ImportFileRow
}

export function createImportFileStore({ database }: { database: Database }) {
  const query = database.query<Tables>()

  return {
    find: (id: string) => query.selectFrom('datasetImportFiles').selectAll().where('id', '=', id).executeTakeFirst(),
    async add(row: ImportFileRow): Promise<void> {
      await query.insertInto('datasetImportFiles').values(row).execute()
    },
    async forget(previous: string, except: readonly string[]): Promise<void> {
      const old = query.deleteFrom('datasetImportFiles').where('createdAt', '<', previous)
      await (except.length === 0 ? old : old.where('id', 'not in', except)).execute()
    },
  }
}

export type ImportFileStore = ReturnType<typeof createImportFileStore>
