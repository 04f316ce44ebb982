import { fileName } from '@vermilion/contract/paths'
import { refuseInPlace } from '#areas/spaces'
import { filesMoved } from '../storing/news.ts'
import { sortKey } from '../sort-key.ts'
import type { FileRow } from '../store.ts'
import type { Bulk } from './bulk.ts'
import { stillThere } from './operation-needs.ts'
import type { OperationNeeds } from './operation-needs.ts'
import type { Batch, Position } from './selection.ts'
import { createTally } from '../storing/counter-changes.ts'
import type { Transfer, TransferParts } from './transfer.ts'

/**
 * Moves file by file: at every commit each file stands at one place and all counters are true. The folders that were
 * selected go once they are empty.
 */
export function createMove(needs: OperationNeeds, parts: TransferParts): Bulk<Transfer, Position, Batch> {
  const { clock, events, spaces, store, folders, bury, changed } = needs

  return {
    name: 'move-files',
    workKind: 'move',
    run(order) {
      const { chosen, to, conflict, by } = order
      const from = chosen.spaceId
      const run = parts.run(order)
      const apply = async (batch: Batch) => {
        refuseInPlace(await spaces.get(from))
        refuseInPlace(await spaces.get(to))
        const landing = parts.landing(to, run.numbers)
        const tally = createTally({ folders, spaces, now: clock.time() })
        const moved: string[] = []
        let skipped = 0
        for (const row of await stillThere(store, from, batch)) {
          const wanted = parts.wantedPath(order, row, batch.base)
          if (from === to && wanted === row.path) continue
          const spot = await landing.spotFor(wanted, conflict)
          if (spot === undefined) {
            skipped++
            continue
          }
          if (spot.replaces !== undefined) await bury([spot.replaces], by, tally)
          const set: Partial<FileRow> = { spaceId: to, folder: spot.folder, path: spot.path }
          await store.update(row.id, { ...set, name: fileName(spot.path), sortKey: sortKey(spot.path) })
          tally.went(row)
          tally.came({ spaceId: to, path: spot.path, size: row.size })
          moved.push(row.id)
        }
        await tally.write()
        if (moved.length > 0) await events.tell(filesMoved, { from, to, fileIds: moved })
        changed(from)
        changed(to)
        return { files: moved.length, skipped }
      }
      const end = async () => {
        await parts.removeFolders(from, chosen.folders)
        changed(from)
      }
      return { ...run, apply, end }
    },
  }
}
