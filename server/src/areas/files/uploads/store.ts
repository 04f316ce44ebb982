import type { Database } from '#platform/database/database'

interface FinishedUploadRow {
  id: string
  /** The file that stood at the path afterwards. */
  fileId: string | null
  size: number
  finishedAt: string
}

interface UploadTables {
  finishedUploads: FinishedUploadRow
}

export type UploadStore = ReturnType<typeof createUploadStore>

/** Uploads that have ended well, for clients that ask again because they never heard the answer. */
export function createUploadStore(database: Database) {
  const query = database.query<UploadTables>()
  return {
    finished: (id: string) => query.selectFrom('finishedUploads').selectAll().where('id', '=', id).executeTakeFirst(),
    finish: (row: FinishedUploadRow) => query.insertInto('finishedUploads').values(row).execute(),
    forget: (threshold: string) => query.deleteFrom('finishedUploads').where('finishedAt', '<', threshold).execute(),
  }
}
