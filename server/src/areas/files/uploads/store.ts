import type { Database } from '#platform/database/database'

interface FinishedUploadRow {
  id: string
  fileId: string | null
  size: number
  finishedAt: string
}

export type UploadStore = ReturnType<typeof createUploadStore>

/** Completed uploads, for clients that repeat a request after losing the response. */
export function createUploadStore(database: Database) {
  const query = database.query<{ finishedUploads: FinishedUploadRow }>()
  return {
    finished: (id: string) => query.selectFrom('finishedUploads').selectAll().where('id', '=', id).executeTakeFirst(),
    finish: (row: FinishedUploadRow) => query.insertInto('finishedUploads').values(row).execute(),
    forget: (threshold: string) => query.deleteFrom('finishedUploads').where('finishedAt', '<', threshold).execute(),
  }
}
