import { Failure } from '@vermilion/contract/kernel/errors'
import type { Blob } from '#platform/blobs/blob-store'
import { newId } from '#platform/ids'
import { refuseInPlace } from '#areas/spaces'
import type { FileRow, NewFileRow } from '../store.ts'
import type { BulkOperation } from './bulk.ts'
import { currentRows, type OperationNeeds } from './operation-needs.ts'
import type { Batch, Position } from './selection-reader.ts'
import { createCounterChanges } from '../storing/counter-changes.ts'
import { pathFields } from '../storing/new-file.ts'
import type { Transfer, TransferParts } from './transfer.ts'

export interface Copying extends Transfer {
  /** True for files in a folder of the machine, whose bytes are read into the store. */
  readonly isInPlace: boolean
}

interface CopyBatch extends Batch {
  readonly contents: ReadonlyMap<string, Blob>
}

/** Rows share blobs; only content in place is copied. */
export function createCopy(needs: OperationNeeds, parts: TransferParts): BulkOperation<Copying, Position, CopyBatch> {
  const { clock, spaces, store, folders, moveToTrash, storeContent, changed, examineLater } = needs

  async function storeContents(rows: readonly FileRow[], signal?: AbortSignal): Promise<Map<string, Blob>> {
    const contents = new Map<string, Blob>()
    for (const row of rows) {
      const blob = await storeContent(row, signal).catch((error: unknown) => {
        if (!(error instanceof Failure)) throw error
      })
      if (blob !== undefined) contents.set(row.id, blob)
    }
    return contents
  }

  return {
    name: 'copy-files',
    workKind: 'copy',
    run(order) {
      const { chosen, to, conflict, by, isInPlace } = order
      const from = chosen.spaceId
      const run = parts.run(order)
      return {
        ...run,
        isSlow: isInPlace,
        async read(at, limit, signal) {
          const batch = await run.read(at, limit)
          return { ...batch, contents: isInPlace ? await storeContents(batch.rows, signal) : new Map<string, Blob>() }
        },
        async apply({ contents, ...batch }) {
          await spaces.get(from)
          refuseInPlace(await spaces.get(to))
          const now = clock.time()
          const destination = parts.destinationIn(to, run.numbers)
          const counters = createCounterChanges({ folders, spaces, now })
          const done = { files: 0, skipped: 0 }
          let isExamined = true
          const added: NewFileRow[] = []
          const write = () => store.addAll(added.splice(0))
          const rows = await currentRows(store, from, batch)
          const targetOf = (row: FileRow) => parts.targetPathOf(order, row, batch.base)
          await destination.startBatch({ targets: rows.map(targetOf), write })
          for (const row of rows) {
            const blob = isInPlace ? contents.get(row.id) : row
            const targetPath = targetOf(row)
            const isItself = from === to && targetPath === row.path && conflict !== 'keep-both'
            const target =
              isItself || blob === undefined ? undefined : await destination.resolveTarget(targetPath, conflict)
            if (target === undefined || blob === undefined) {
              done.skipped++
              continue
            }
            if (target.replaces !== undefined) await moveToTrash([target.replaces], by, counters)
            const { number: _number, ...copiedFields } = row
            added.push({
              ...copiedFields,
              id: newId(),
              spaceId: to,
              folder: target.folder,
              ...pathFields(target.path),
              checksum: blob.checksum,
              size: blob.size,
              modifiedAt: null,
              createdAt: now,
              updatedAt: now,
            })
            counters.added({ spaceId: to, path: target.path, size: blob.size })
            isExamined &&= row.examined === 1
            done.files++
          }
          await write()
          if (!isExamined) await examineLater()
          await counters.save()
          changed(to)
          return done
        },
      }
    },
  }
}
