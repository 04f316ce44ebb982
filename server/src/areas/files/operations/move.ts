import { refuseInPlace } from '#areas/spaces'
import { filesMoved } from '../storing/topics.ts'
import type { BulkOperation } from './bulk.ts'
import { currentRows, type OperationNeeds } from './operation-needs.ts'
import type { FileRow } from '../store.ts'
import type { Batch, Position } from './selection-reader.ts'
import { createCounterChanges } from '../storing/counter-changes.ts'
import { pathFields } from '../storing/new-file.ts'
import type { Transfer, TransferParts } from './transfer.ts'

/** At every commit each file is in one place and all counters agree. Selected folders are deleted once empty. */
export function createMove(needs: OperationNeeds, parts: TransferParts): BulkOperation<Transfer, Position, Batch> {
  const { clock, events, spaces, store, folders, moveToTrash, changed } = needs

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
        const destination = parts.destinationIn(to, run.numbers)
        const counters = createCounterChanges({ folders, spaces, now: clock.time() })
        const moved: string[] = []
        const waiting: Parameters<typeof store.updateAll>[0][number][] = []
        const write = () => store.updateAll(waiting.splice(0))
        let skipped = 0
        const rows = await currentRows(store, from, batch)
        const targetOf = (row: FileRow) => parts.targetPathOf(order, row, batch.base)
        const vacated = new Set(from === to ? rows.map(({ path }) => path) : [])
        await destination.startBatch({ targets: rows.map(targetOf), vacated, write })
        for (const row of rows) {
          const targetPath = targetOf(row)
          if (from === to && targetPath === row.path) continue
          const target = await destination.resolveTarget(targetPath, conflict)
          if (target === undefined) {
            skipped++
            continue
          }
          if (target.replaces !== undefined) await moveToTrash([target.replaces], by, counters)
          waiting.push({ id: row.id, spaceId: to, folder: target.folder, ...pathFields(target.path) })
          counters.removed(row)
          counters.added({ spaceId: to, path: target.path, size: row.size })
          moved.push(row.id)
        }
        await write()
        await counters.save()
        if (moved.length > 0) await events.emit(filesMoved, { from, to, fileIds: moved })
        changed(from)
        changed(to)
        return { files: moved.length, skipped }
      }
      const end = async () => {
        await parts.removeFolders(from, chosen.folders)
        changed(from)
      }
      return { ...run, apply, finish: end }
    },
  }
}
