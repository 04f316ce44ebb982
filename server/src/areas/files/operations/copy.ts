import { fileName } from '@vermilion/contract/paths'
import { newId } from '#platform/ids'
import { refuseInPlace } from '#areas/spaces'
import { sortKey } from '../sort-key.ts'
import type { Bulk } from './bulk.ts'
import { stillThere } from './needs.ts'
import type { OperationNeeds } from './needs.ts'
import type { Batch, Position } from './selection.ts'
import { createTally } from './tally.ts'
import type { Transfer, TransferParts } from './transfer.ts'

/** Copies rows; the content is the same blob, of which nothing is copied. */
export function createCopy(needs: OperationNeeds, parts: TransferParts): Bulk<Transfer, Position, Batch> {
  const { clock, spaces, store, folders, bury, changed, examineLater } = needs

  return {
    name: 'copy-files',
    workKind: 'copy',
    run(order) {
      const { chosen, to, conflict, by } = order
      const from = chosen.spaceId
      return parts.run(order, async ({ rows, base }, numbers) => {
        refuseInPlace(await spaces.get(from))
        refuseInPlace(await spaces.get(to))
        const now = clock.time()
        const landing = parts.landing(to, numbers)
        const tally = createTally({ folders, spaces, now })
        const done = { files: 0, skipped: 0 }
        for (const row of await stillThere(store, from, rows)) {
          const wanted = parts.wantedPath(order, row, base)
          const isItself = from === to && wanted === row.path
          const spot = isItself && conflict !== 'keep-both' ? undefined : await landing.spotFor(wanted, conflict)
          if (spot === undefined) {
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
            createdAt: now,
            updatedAt: now,
          })
          tally.came({ spaceId: to, path: spot.path, size: row.size })
          if (row.examined === 0) await examineLater()
          done.files++
        }
        await tally.write()
        changed(to)
        return done
      })
    },
  }
}
