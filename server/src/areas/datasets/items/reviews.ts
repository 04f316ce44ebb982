import type { DatasetItem, datasetItemEndpoints } from '@vermilion/contract/datasets/items'
import type { Received } from '@vermilion/contract/kernel/endpoint'
import { mayAccept, whoIsAssigned } from '@vermilion/contract/datasets/assignment'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Events } from '#platform/events/events'
import type { RequireEnabled } from '../assignments/assignments.ts'
import type { DatasetStore } from '../catalogue/dataset-store.ts'
import type { Notices } from '../notices/notices.ts'
import { itemOf, type StoredItem } from './item-row.ts'
import { unlessGone } from './space-images.ts'
import type { ChangeStatus } from './item-status.ts'

type Review = Received<typeof datasetItemEndpoints.reviewItem>['body']

interface Needs {
  readonly events: Events
  readonly notices: Pick<Notices, 'add' | 'takeBack'>
  readonly requireEnabled: RequireEnabled
  readonly takeStep: ChangeStatus
  readonly store: Pick<DatasetStore, 'require'>
  requireItem(id: string): Promise<StoredItem>
}

/** Inside a transaction. */
export function createReviews({ events, notices, requireEnabled, takeStep, requireItem, store }: Needs) {
  async function concerned({ annotator }: DatasetItem, assignee: string | null): Promise<string[]> {
    const names = [...new Set([annotator, assignee])].filter((name) => name !== null)
    // An imported annotator need not have an account.
    const accounts = await Promise.all(names.map((name) => requireEnabled(name).catch(unlessGone)))
    return [...new Set(accounts)].filter((name) => name !== undefined)
  }

  return async (itemId: string, { decision, note, revision }: Review, reviewer: string): Promise<DatasetItem> => {
    const item = itemOf(await requireItem(itemId))
    const { datasetId } = item
    const { assignee, assignedReviewer } = whoIsAssigned(item, await store.require(datasetId))
    if (revision !== undefined && revision !== item.revision)
      throw fail('annotation.conflict', { revision: item.revision })
    if (item.status === 'to-label') throw fail('item.not-labeled')
    if (decision === 'accept' && !mayAccept({ assignee, assignedReviewer }, reviewer))
      throw fail('item.reviewer-set', { reviewer: assignedReviewer })
    const reviewed = await takeStep(item, { status: decision === 'accept' ? 'reviewed' : 'rejected', reviewer, note })
    for (const recipient of await concerned(item, assignee)) {
      const key = { recipient, kind: 'rejected', datasetId, by: reviewer } as const
      if (decision === 'reject') await notices.add({ ...key, images: 1, itemId, note })
      else if (item.status === 'rejected') await notices.takeBack(key, 1)
    }
    events.publish({ type: 'item-changed', datasetId, itemId })
    events.publish({ type: 'dataset-changed', datasetId })
    return reviewed
  }
}
