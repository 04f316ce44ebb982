import type { ItemSelection } from '@vermilion/contract/datasets/items'
import { inSlices } from '#platform/database/columns'
import type { StoredItem } from '../items/item-row.ts'
import type { ItemStore } from '../items/item-store.ts'

const atOnce = 500

/** Yields the images of a selection in batches: by sort key, or for a list of ids in the order of their paths. */
export async function* selectedItems(
  items: Pick<ItemStore, 'batches' | 'byIds'>,
  datasetId: string,
  selection: ItemSelection,
): AsyncGenerator<StoredItem[]> {
  if ('itemIds' in selection) {
    for (const ids of inSlices([...new Set(selection.itemIds)]))
      yield (await items.byIds(ids)).filter((item) => item.datasetId === datasetId)
    return
  }
  const without = new Set(selection.except)
  for await (const batch of items.batches(datasetId, atOnce, selection.filter))
    yield batch.filter(({ id }) => !without.has(id))
}
