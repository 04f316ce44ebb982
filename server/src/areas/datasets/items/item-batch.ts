import type { Shape } from '@vermilion/contract/labels/index'
import type { DatasetStores } from '../catalogue/stores.ts'
import type { ShapeWrite } from './annotation-store.ts'
import { itemOf, type StoredItem } from './item-row.ts'

export interface BatchNeeds extends Pick<DatasetStores, 'items' | 'annotations'> {
  readonly store: Pick<DatasetStores['store'], 'count' | 'labelsThere'>
}

type Updates = Parameters<DatasetStores['items']['updateAll']>[0]

export type ItemBatch = ReturnType<typeof createItemBatch>

const unlabeled = { status: 'to-label', annotator: null, annotatedAt: null } as const

/** Collects changes of images, each of which is changed once, and saves them with few statements. Inside a transaction. */
export function createItemBatch({ store, items, annotations }: BatchNeeds, itemIds: readonly string[]) {
  const updates: Updates[number][] = []
  const writes: ShapeWrite[] = []
  const removed: StoredItem[] = []
  let shapes: Promise<Map<string, Shape[]>> | undefined
  const labels = new Map<string, boolean>()

  const shapesOf = async (id: string): Promise<Shape[]> =>
    (await (shapes ??= annotations.shapesOfMany(itemIds))).get(id) ?? []

  async function write({ item, ...more }: ShapeWrite): Promise<void> {
    const current = item.annotationCount > 0 ? await shapesOf(item.id) : []
    writes.push({ item, current, ...more })
  }

  return {
    shapesOf,
    /** Leaves out shapes whose labels were deleted. */
    async findExisting(some: readonly Shape[]): Promise<Shape[]> {
      const unread = [...new Set(some.map(({ labelId }) => labelId))].filter((id) => !labels.has(id))
      const existing = unread.length === 0 ? undefined : await store.labelsThere(unread)
      for (const id of unread) labels.set(id, existing?.has(id) === true)
      return some.filter(({ labelId }) => labels.get(labelId))
    },
    update: (change: Updates[number]) => void updates.push(change),
    write,
    async remove(item: StoredItem): Promise<void> {
      removed.push(item)
      await write({ item: itemOf(item), shapes: [], state: unlabeled })
    },
    async save(): Promise<void> {
      await items.updateAll(updates)
      await annotations.writeAll(writes)
      await items.removeAll(removed)
      for (const [datasetId, some] of Map.groupBy(removed, (item) => item.datasetId))
        await store.count(datasetId, { fileCount: -some.length })
    },
  }
}
