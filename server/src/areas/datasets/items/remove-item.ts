import type { Shape } from '@vermilion/contract/labels/index'
import type { DatasetStore } from '../catalogue/dataset-store.ts'
import type { AnnotationStore } from './annotation-store.ts'
import { itemOf, type StoredItem } from './item-row.ts'
import type { ItemStore } from './item-store.ts'

interface Needs {
  readonly store: Pick<DatasetStore, 'count'>
  readonly items: Pick<ItemStore, 'remove'>
  readonly annotations: Pick<AnnotationStore, 'shapesOf' | 'write'>
}

export type RemoveItem = ReturnType<typeof createRemoveItem>

/** Returns the removed shapes. Inside a transaction. */
export function createRemoveItem({ store, items, annotations }: Needs) {
  return async (item: StoredItem): Promise<Shape[]> => {
    const shapes = await annotations.shapesOf(item.id)
    const state = { status: 'to-label', annotator: null, annotatedAt: null } as const
    await annotations.write(itemOf(item), [], state, shapes)
    await items.remove(item)
    await store.count(item.datasetId, { fileCount: -1 })
    return shapes
  }
}
