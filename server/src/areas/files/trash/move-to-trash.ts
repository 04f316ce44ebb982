import { writeJson } from '#platform/database/columns'
import type { Platform } from '#platform/platform'
import { filesDeleted } from '../storing/topics.ts'
import type { CounterChanges } from '../storing/counter-changes.ts'
import type { FileRow, FileStore } from '../store.ts'
import type { TrashStore } from './store.ts'

interface Needs extends Pick<Platform, 'clock' | 'events'> {
  readonly store: Pick<FileStore, 'remove'>
  readonly trash: Pick<TrashStore, 'add'>
}

export type MoveToTrash = ReturnType<typeof createMoveToTrash>

/** In the ambient transaction; the caller writes the counters. */
export function createMoveToTrash({ clock, events, store, trash }: Needs) {
  return async (rows: readonly FileRow[], by: string, counters: CounterChanges): Promise<void> => {
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
    for (const row of rows) counters.removed(row)
    await events.emit(filesDeleted, { spaceId: first.spaceId, fileIds })
  }
}
