import type { DatasetItem, datasetItemEndpoints } from '@vermilion/contract/datasets/items'
import type { Received } from '@vermilion/contract/kernel/endpoint'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Events } from '#platform/events/events'
import { itemOf, type StoredItem } from './item-row.ts'
import type { TakeStep } from './item-status.ts'

type Review = Received<typeof datasetItemEndpoints.reviewItem>['body']

/** Accepts and rejects the labels of images. Inside a transaction. */
export function createReviews(needs: {
  events: Events
  takeStep: TakeStep
  requireItem(id: string): Promise<StoredItem>
}) {
  const { events, takeStep, requireItem } = needs

  return async (itemId: string, { decision, note, revision }: Review, reviewer: string): Promise<DatasetItem> => {
    const item = itemOf(await requireItem(itemId))
    const { datasetId } = item
    if (revision !== undefined && revision !== item.revision)
      throw fail('annotation.conflict', { revision: item.revision })
    if (item.status === 'to-label') throw fail('item.not-labeled')
    const reviewed = await takeStep(item, { status: decision === 'accept' ? 'reviewed' : 'rejected', reviewer, note })
    events.publish({ type: 'item-changed', datasetId, itemId })
    events.publish({ type: 'dataset-changed', datasetId })
    return reviewed
  }
}
