import { refuseInPlace } from '#areas/spaces'
import type { Bulk, Ordered } from './bulk.ts'
import { stillThere } from './operation-needs.ts'
import type { OperationNeeds } from './operation-needs.ts'
import { beginning } from './selection.ts'
import type { Batch, Chosen, Position } from './selection.ts'
import { createTally } from '../storing/counter-changes.ts'
import type { TransferParts } from './transfer.ts'

export interface Deletion extends Ordered {
  readonly chosen: Chosen
}

/** Puts files into the trash, and lets the selected folders go with them. */
export function createDelete(
  needs: OperationNeeds,
  { removeFolders }: Pick<TransferParts, 'removeFolders'>,
): Bulk<Deletion, Position, Batch> {
  const { clock, spaces, store, folders, selections, bury, changed } = needs
  return {
    name: 'delete-files',
    workKind: 'removal',
    run: ({ chosen, by }) => ({
      beginning,
      count: async (most) => (await selections.count(chosen, most)).files,
      read: selections.reader(chosen),
      async apply(batch) {
        refuseInPlace(await spaces.get(chosen.spaceId))
        const tally = createTally({ folders, spaces, now: clock.time() })
        const gone = await stillThere(store, chosen.spaceId, batch)
        await bury(gone, by, tally)
        await tally.write()
        changed(chosen.spaceId)
        return { files: gone.length, skipped: 0 }
      },
      async end() {
        await removeFolders(chosen.spaceId, chosen.folders)
        changed(chosen.spaceId)
      },
    }),
  }
}
