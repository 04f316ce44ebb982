import type { Shape } from '@vermilion/contract/labels/index'
import type { DatasetStores } from '../catalogue/stores.ts'
import type { ShapeWrite } from './annotation-store.ts'

type Updates = Parameters<DatasetStores['items']['updateAll']>[0]

export type ItemBatch = ReturnType<typeof createItemBatch>

/** Collects changes of images, each of which is changed once, and saves them with few statements. Inside a transaction. */
export function createItemBatch(
  { items, annotations }: Pick<DatasetStores, 'items' | 'annotations'>,
  itemIds: readonly string[],
) {
  const updates: Updates[number][] = []
  const writes: ShapeWrite[] = []
  let shapes: Promise<Map<string, Shape[]>> | undefined
  const shapesOf = async (id: string): Promise<Shape[]> =>
    (await (shapes ??= annotations.shapesOfMany(itemIds))).get(id) ?? []

  return {
    shapesOf,
    update: (change: Updates[number]) => void updates.push(change),
    async write({ item, ...write }: ShapeWrite): Promise<void> {
      const current = item.annotationCount > 0 ? await shapesOf(item.id) : []
      writes.push({ item, current, ...write })
    },
    async save(): Promise<void> {
      await items.updateAll(updates)
      await annotations.writeAll(writes)
    },
  }
}
