import type { BulkOperation } from '../operations/bulk.ts'
import { createTrashReader } from './trash-reader.ts'
import type { TrashBatch, TrashPosition } from './trash-reader.ts'
import type { Restoration, TrashNeeds } from './restore.ts'

/** Unreferenced content is collected with the next round. */
export function createEmptyTrash({
  trash,
}: Pick<TrashNeeds, 'trash'>): BulkOperation<Restoration, TrashPosition, TrashBatch> {
  return {
    name: 'empty-trash',
    workKind: 'removal',
    run: (order) => ({
      ...createTrashReader(trash, order),
      async apply({ rows }) {
        await trash.remove(rows.map(({ fileId }) => fileId))
        return { files: rows.length, skipped: 0 }
      },
    }),
  }
}
