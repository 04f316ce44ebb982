import { Failure } from '@vermilion/contract/kernel/errors'
import { fileName } from '@vermilion/contract/paths'
import type { Blob } from '#platform/blobs/blob-store'
import { newId } from '#platform/ids'
import { refuseInPlace } from '#areas/spaces'
import { sortKey } from '../sort-key.ts'
import type { FileRow } from '../store.ts'
import type { Bulk } from './bulk.ts'
import { stillThere } from './operation-needs.ts'
import type { OperationNeeds } from './operation-needs.ts'
import type { Batch, Position } from './selection.ts'
import { createTally } from '../storing/counter-changes.ts'
import type { Transfer, TransferParts } from './transfer.ts'

export interface Copying extends Transfer {
  /** The files lie in a folder of the machine: their bytes are read into the store. */
  readonly isInPlace: boolean
}

interface CopyBatch extends Batch {
  /** What was read into the store, by file. */
  readonly taken: ReadonlyMap<string, Blob>
}

/** Copies rows; the content is the same blob, of which nothing is copied but what lies in place. */
export function createCopy(needs: OperationNeeds, parts: TransferParts): Bulk<Copying, Position, CopyBatch> {
  const { clock, spaces, store, folders, bury, takeIn, changed, examineLater } = needs

  /** A file that cannot be reached is left out. */
  async function takeAll(rows: readonly FileRow[], signal?: AbortSignal): Promise<Map<string, Blob>> {
    const taken = new Map<string, Blob>()
    for (const row of rows) {
      const blob = await takeIn(row, signal).catch((error: unknown) => {
        if (!(error instanceof Failure)) throw error
      })
      if (blob !== undefined) taken.set(row.id, blob)
    }
    return taken
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
          return { ...batch, taken: isInPlace ? await takeAll(batch.rows, signal) : new Map<string, Blob>() }
        },
        async apply({ taken, ...batch }) {
          await spaces.get(from)
          refuseInPlace(await spaces.get(to))
          const now = clock.time()
          const landing = parts.landing(to, run.numbers)
          const tally = createTally({ folders, spaces, now })
          const done = { files: 0, skipped: 0 }
          for (const row of await stillThere(store, from, batch)) {
            const blob = isInPlace ? taken.get(row.id) : row
            const wanted = parts.wantedPath(order, row, batch.base)
            const isItself = from === to && wanted === row.path && conflict !== 'keep-both'
            const spot = isItself || blob === undefined ? undefined : await landing.spotFor(wanted, conflict)
            if (spot === undefined || blob === undefined) {
              done.skipped++
              continue
            }
            if (spot.replaces !== undefined) await bury([spot.replaces], by, tally)
            const { number: _number, ...same } = row
            await store.add({
              ...same,
              id: newId(),
              spaceId: to,
              folder: spot.folder,
              path: spot.path,
              name: fileName(spot.path),
              sortKey: sortKey(spot.path),
              checksum: blob.checksum,
              size: blob.size,
              modifiedAt: null,
              createdAt: now,
              updatedAt: now,
            })
            tally.came({ spaceId: to, path: spot.path, size: blob.size })
            if (row.examined === 0) await examineLater()
            done.files++
          }
          await tally.write()
          changed(to)
          return done
        },
      }
    },
  }
}
