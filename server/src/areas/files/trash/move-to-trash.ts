import type { Clock } from '#platform/clock'
import { writeJson } from '#platform/database/columns'
import type { Events } from '#platform/events/events'
import { filesDeleted } from '../storing/news.ts'
import type { Tally } from '../storing/counter-changes.ts'
import type { FileRow, FileStore } from '../store.ts'
import type { TrashStore } from './store.ts'

interface Needs {
  readonly clock: Clock
  readonly events: Events
  readonly store: Pick<FileStore, 'remove'>
  readonly trash: Pick<TrashStore, 'add'>
}

export type Bury = ReturnType<typeof createBury>

/** Puts files of one space into the trash, in the transaction around. The tally is written by the caller. */
export function createBury({ clock, events, store, trash }: Needs) {
  return async (rows: readonly FileRow[], by: string, tally: Tally): Promise<void> => {
    const [first] = rows
    if (first === undefined) return
    const deleted = { deletedAt: clock.time(), deletedBy: by }
    await trash.add(
      rows.map((row) => {
        const { id: fileId, spaceId, path, size, checksum } = row
        return { fileId, spaceId, path, size, checksum: checksum ?? '', file: writeJson(row), ...deleted }
      }),
    )
    const fileIds = rows.map(({ id }) => id)
    await store.remove(fileIds)
    for (const row of rows) tally.went(row)
    await events.tell(filesDeleted, { spaceId: first.spaceId, fileIds })
  }
}
