import type { DatasetItem } from '@vermilion/contract/datasets/items'
import type { Clock } from '#platform/clock'
import type { DatasetStore } from '../catalogue/dataset-store.ts'
import type { ItemStore } from './item-store.ts'
import { isLabeled, itemStatus } from '../rules.ts'

type Step = Pick<DatasetItem, 'status'> & Partial<Pick<DatasetItem, 'reviewer' | 'note'>>

export type ChangeStatus = ReturnType<typeof createItemSteps>

/** Shapes stay. Inside a transaction. */
export function createItemSteps({ clock, store, items }: { clock: Clock; store: DatasetStore; items: ItemStore }) {
  return async (item: DatasetItem, step: Step): Promise<DatasetItem> => {
    if (item.status !== step.status) itemStatus.check(item.status, step.status)
    const change = { ...step, updatedAt: clock.time() }
    await items.update(item.id, change)
    const labeledCount = Number(isLabeled(step.status)) - Number(isLabeled(item.status))
    if (labeledCount !== 0) await store.count(item.datasetId, { labeledCount })
    return { ...item, ...change }
  }
}
