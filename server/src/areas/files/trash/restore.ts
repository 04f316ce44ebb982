import { fileName, folderOf } from '@vermilion/contract/paths'
import type { Clock } from '#platform/clock'
import { readJson } from '#platform/database/columns'
import type { Events } from '#platform/events/events'
import { refuseInPlace } from '#areas/spaces'
import type { Spaces } from '#areas/spaces'
import type { FolderStore } from '../folders/folder-store.ts'
import { filesRestored } from '../storing/news.ts'
import { createLanding } from '../operations/destination.ts'
import type { Numbers } from '../operations/destination.ts'
import type { Bulk, Ordered } from '../operations/bulk.ts'
import { createTally } from '../storing/counter-changes.ts'
import { sortKey } from '../sort-key.ts'
import type { FileStore } from '../store.ts'
import type { TrashStore } from './store.ts'
import { createTrashReader } from './trash-reader.ts'
import type { TrashBatch, TrashPosition } from './trash-reader.ts'

export interface Restoration extends Ordered {
  /** Null: all of them. */
  readonly fileIds: readonly string[] | null
  /** What was deleted later is not meant. */
  readonly until: string
}

export interface TrashNeeds {
  readonly clock: Clock
  readonly events: Events
  readonly spaces: Spaces
  readonly store: FileStore
  readonly folders: FolderStore
  readonly trash: TrashStore
  changed(spaceId: string): void
  examineLater(): Promise<unknown>
}

/** Puts deleted files back where they were, under their ids; where the name is taken by now they get a number. */
export function createRestore(needs: TrashNeeds): Bulk<Restoration, TrashPosition, TrashBatch> {
  const { clock, events, spaces, store, folders, trash, changed, examineLater } = needs
  return {
    name: 'restore-files',
    workKind: 'restoration',
    run(order) {
      const { spaceId } = order
      const numbers: Numbers = new Map()
      const folderNames: FolderNames = new Map()
      return {
        ...createTrashReader(trash, order),
        async apply({ rows }) {
          refuseInPlace(await spaces.get(spaceId))
          const now = clock.time()
          const landing = createLanding({ store, folders, now }, spaceId, numbers)
          const tally = createTally({ folders, spaces, now })
          const restored: string[] = []
          const ids = rows.map(({ fileId }) => fileId)
          for (const buried of await trash.byIds(spaceId, ids)) {
            const row = readJson(buried.file)
            const spot = await landing.spotFor(await clear(landing, buried.path, folderNames), 'keep-both')
            if (spot === undefined) continue
            const place = { spaceId, folder: spot.folder, path: spot.path }
            await trash.putBack({ ...row, ...place, name: fileName(spot.path), sortKey: sortKey(spot.path) })
            tally.came({ spaceId, path: spot.path, size: row.size })
            if (row.examined === 0) await examineLater()
            restored.push(row.id)
          }
          await trash.remove(restored)
          await tally.write()
          if (restored.length > 0) await events.tell(filesRestored, { spaceId, fileIds: restored })
          changed(spaceId)
          return { files: restored.length, skipped: rows.length - restored.length }
        },
      }
    },
  }
}

/** What folders are called by now whose names files have, so that what lay in one stays together. */
type FolderNames = Map<string, string>

/** A path that no file stands in the way of: a folder whose name a file has by now gets a number. */
async function clear(landing: ReturnType<typeof createLanding>, path: string, names: FolderNames): Promise<string> {
  let clear = path
  for (;;) {
    const file = await landing.fileInTheWay(folderOf(clear))
    if (file === undefined) return clear
    const name = names.get(file.path) ?? (await landing.beside(file.path, 'folder'))
    names.set(file.path, name)
    clear = name + clear.slice(file.path.length)
  }
}
