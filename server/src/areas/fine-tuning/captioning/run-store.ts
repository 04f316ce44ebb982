import type { CaptionRun } from '@vermilion/contract/fine-tunings/caption-runs'
import type { Text } from '@vermilion/contract/kernel/text'
import type { Flag, JsonText } from '#platform/database/columns'
import type { Database } from '#platform/database/database'

export interface CaptionRunRow extends Omit<CaptionRun, 'error' | 'overwrites'> {
  spaceId: string
  fileIds: JsonText<string[]>
  overwrites: Flag
  error: JsonText<Text> | null
  jobId: string
}

interface Tables {
  captionRuns: CaptionRunRow
}

export type CaptionRunStore = ReturnType<typeof createCaptionRunStore>

export function createCaptionRunStore(database: Database) {
  const query = database.query<Tables>()
  const all = query.selectFrom('captionRuns').selectAll()
  return {
    byId: (id: string) => all.where('id', '=', id).executeTakeFirst(),
    last: (spaceId: string) =>
      all.where('spaceId', '=', spaceId).orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst(),
    add: (row: CaptionRunRow) => query.insertInto('captionRuns').values(row).execute(),
    update: (id: string, set: Partial<CaptionRunRow>) =>
      query.updateTable('captionRuns').set(set).where('id', '=', id).execute(),
    removeOlder: (time: string) =>
      query.deleteFrom('captionRuns').where('endedAt', 'is not', null).where('createdAt', '<', time).execute(),
  }
}
