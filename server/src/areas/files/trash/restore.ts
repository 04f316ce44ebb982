import { folderOf } from '@vermilion/contract/paths'
import { readJson } from '#platform/database/columns'
import type { Platform } from '#platform/platform'
import { refuseInPlace, type Spaces } from '#areas/spaces'
import type { FolderStore } from '../folders/folder-store.ts'
import { filesRestored } from '../storing/topics.ts'
import { createDestination, type UsedNumbers } from '../operations/destination.ts'
import type { BulkOperation, BulkOrder } from '../operations/bulk.ts'
import { createCounterChanges } from '../storing/counter-changes.ts'
import { pathFields } from '../storing/new-file.ts'
import type { FileRow, FileStore } from '../store.ts'
import type { TrashStore } from './store.ts'
import { createTrashReader, type TrashBatch, type TrashPosition } from './trash-reader.ts'

export interface Restoration extends BulkOrder {
  /** Null for all files. */
  readonly fileIds: readonly string[] | null
  /** Excludes files deleted later. */
  readonly until: string
}

export interface TrashNeeds extends Pick<Platform, 'clock' | 'events'> {
  readonly spaces: Spaces
  readonly store: FileStore
  readonly folders: FolderStore
  readonly trash: TrashStore
  changed(spaceId: string): void
  examineLater(): Promise<unknown>
}

/** Files keep their ids and get a number when the name is taken. */
export function createRestore(needs: TrashNeeds): BulkOperation<Restoration, TrashPosition, TrashBatch> {
  const { clock, events, spaces, store, folders, trash, changed, examineLater } = needs
  return {
    name: 'restore-files',
    workKind: 'restoration',
    run(order) {
      const { spaceId } = order
      const numbers: UsedNumbers = new Map()
      const folderNames: FolderNames = new Map()
      return {
        ...createTrashReader(trash, order),
        async apply({ rows }) {
          refuseInPlace(await spaces.get(spaceId))
          const now = clock.time()
          const destination = createDestination({ store, folders, now }, spaceId, numbers)
          const counters = createCounterChanges({ folders, spaces, now })
          const restored: string[] = []
          let isExamined = true
          const waiting: FileRow[] = []
          const write = () => trash.putBack(waiting.splice(0))
          const ids = rows.map(({ fileId }) => fileId)
          const batch = await trash.byIds(spaceId, ids)
          await destination.startBatch({ targets: batch.map(({ path }) => path), write })
          for (const trashed of batch) {
            const row = readJson(trashed.file)
            const target = await destination.resolveTarget(
              await unblockedPath(destination, trashed.path, folderNames),
              'keep-both',
            )
            if (target === undefined) continue
            waiting.push({ ...row, spaceId, folder: target.folder, ...pathFields(target.path) })
            counters.added({ spaceId, path: target.path, size: row.size })
            isExamined &&= row.examined === 1
            restored.push(row.id)
          }
          await write()
          if (!isExamined) await examineLater()
          await trash.remove(restored)
          await counters.save()
          if (restored.length > 0) await events.emit(filesRestored, { spaceId, fileIds: restored })
          changed(spaceId)
          return { files: restored.length, skipped: rows.length - restored.length }
        },
      }
    },
  }
}

type FolderNames = Map<string, string>

/** A path without a file in its way: a folder whose name a file has taken gets a number. */
async function unblockedPath(
  destination: ReturnType<typeof createDestination>,
  path: string,
  names: FolderNames,
): Promise<string> {
  let clear = path
  for (;;) {
    const file = await destination.findBlockingFile(folderOf(clear))
    if (file === undefined) return clear
    const name = names.get(file.path) ?? (await destination.nextFreePath(file.path, 'folder'))
    names.set(file.path, name)
    clear = name + clear.slice(file.path.length)
  }
}
