import type { ItemFilter, ItemSelection } from '@vermilion/contract/datasets/items'
import type { StoredItem } from '../items/item-row.ts'
import type { ItemStore } from '../items/item-store.ts'

const atOnce = 500

/** Yields the images of a selection in batches: by sort key, or for a list of ids in the order of their paths. */
export async function* selectedItems(
  items: Pick<ItemStore, 'batch' | 'byIds'>,
  datasetId: string,
  selection: ItemSelection,
): AsyncGenerator<StoredItem[]> {
  if ('itemIds' in selection) {
    const ids = [...new Set(selection.itemIds)]
    for (let at = 0; at < ids.length; at += atOnce) {
      const matchingItems = await items.byIds(ids.slice(at, at + atOnce))
      yield matchingItems.filter((item) => item.datasetId === datasetId)
    }
    return
  }
  const without = new Set(selection.except)
  for await (const batch of filtered(items, datasetId, selection.filter))
    yield batch.filter(({ id }) => !without.has(id))
}

async function* filtered(items: Pick<ItemStore, 'batch'>, datasetId: string, filter: ItemFilter) {
  let after: string | undefined = ''
  while (after !== undefined) {
    const batch: StoredItem[] = await items.batch(datasetId, after, atOnce, filter)
    yield batch
    after = batch.length < atOnce ? undefined : batch.at(-1)?.place
  }
}
