import type { DatasetItem, datasetItemEndpoints } from '@vermilion/contract/dataset-items'
import type { Received } from '@vermilion/contract/kernel/endpoint'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Clock } from '#platform/clock'
import type { Events } from '#platform/events/events'
import type { DatasetStore } from './dataset-store.ts'
import type { ItemStore } from './item-store.ts'
import { itemOf, type StoredItem } from './item-row.ts'
import { isLabeled, itemStatus } from './rules.ts'

type Review = Received<typeof datasetItemEndpoints.reviewItem>['body']

/** Accepts and rejects the labels of images. Inside a transaction. */
export function createReviews(needs: {
  clock: Clock
  events: Events
  store: DatasetStore
  items: ItemStore
  requireItem(id: string): Promise<StoredItem>
}) {
  const { clock, events, store, items, requireItem } = needs

  return async (itemId: string, { decision, note }: Review, reviewer: string): Promise<DatasetItem> => {
    const item = await requireItem(itemId)
    const status = decision === 'accept' ? 'reviewed' : 'rejected'
    if (item.status === 'to-label') throw fail('item.not-labeled')
    if (item.status !== status) itemStatus.check(item.status, status)
    const change = { status, reviewer, note, updatedAt: clock.time() } as const
    await items.update(itemId, change)
    const labeledCount = Number(isLabeled(status)) - Number(isLabeled(item.status))
    if (labeledCount !== 0) await store.count(item.datasetId, { labeledCount })
    events.publish({ type: 'item-changed', datasetId: item.datasetId, itemId })
    events.publish({ type: 'dataset-changed', datasetId: item.datasetId })
    return { ...itemOf(item), ...change }
  }
}
