import { refuseInPlace } from '#areas/spaces'
import type { BulkOperation, BulkOrder } from './bulk.ts'
import { currentRows, type OperationNeeds } from './operation-needs.ts'
import type { Batch, SelectedFiles, Position } from './selection-reader.ts'
import { createCounterChanges } from '../storing/counter-changes.ts'
import type { TransferParts } from './transfer.ts'

export interface Deletion extends BulkOrder {
  readonly chosen: SelectedFiles
}

export function createDelete(
  needs: OperationNeeds,
  { removeFolders }: Pick<TransferParts, 'removeFolders'>,
): BulkOperation<Deletion, Position, Batch> {
  const { clock, spaces, store, folders, selections, moveToTrash, changed } = needs
  return {
    name: 'delete-files',
    workKind: 'removal',
    run: ({ chosen, by }) => ({
      ...selections.runOf(chosen),
      async apply(batch) {
        refuseInPlace(await spaces.get(chosen.spaceId))
        const counters = createCounterChanges({ folders, spaces, now: clock.time() })
        const deletedRows = await currentRows(store, chosen.spaceId, batch)
        await moveToTrash(deletedRows, by, counters)
        await counters.save()
        changed(chosen.spaceId)
        return { files: deletedRows.length, skipped: 0 }
      },
      async finish() {
        await removeFolders(chosen.spaceId, chosen.folders)
        changed(chosen.spaceId)
      },
    }),
  }
}
