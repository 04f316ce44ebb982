import { setImmediate as breath } from 'node:timers/promises'
import { type BatchNeeds, createItemBatch } from '../items/item-batch.ts'
import { itemOf } from '../items/item-row.ts'
import { type AssignedImage, notifyAssignees } from '../notices/assigned-images.ts'
import type { Notices } from '../notices/notices.ts'
import type { Kinds } from './kinds.ts'
import { savedStatesOf, type ChangeStore } from './store.ts'
import type { Platform } from '#platform/platform'

const atOnce = 25

interface Needs extends Pick<Platform, 'database' | 'events'>, BatchNeeds {
  changes: ChangeStore
  kinds: Kinds
  notices: Pick<Notices, 'add' | 'takeBack'>
}

/** Rows of undone images are deleted with them, so a restart continues and nothing is undone twice. */
export function createUndo(needs: Needs) {
  const { database, events, items, changes, kinds, notices } = needs
  return async (changeId: string, { signal }: { signal?: AbortSignal } = {}) => {
    const counts = { items: 0, skipped: 0 }
    const change = await changes.find(changeId)
    if (change === undefined) return counts
    for (;;) {
      signal?.throwIfAborted()
      const rows = await changes.items(changeId, -1, atOnce)
      if (rows.length === 0) break
      await database.transaction(async () => {
        const restored: AssignedImage[] = []
        const itemIds = rows.map(({ itemId }) => itemId)
        const existing = await items.ofIds(itemIds)
        const batch = createItemBatch(needs, itemIds)
        const states = rows.flatMap((row) => savedStatesOf(row)?.before ?? [])
        const putBack = await kinds.putBack(states, batch)
        for (const row of rows) {
          const retained = savedStatesOf(row)
          if (retained === undefined) continue
          const item = existing.get(row.itemId)
          const isBack =
            retained.before.taken === undefined
              ? item !== undefined && (await kinds.restore(itemOf(item), retained, batch))
              : putBack.has(row.itemId)
          counts[isBack ? 'items' : 'skipped'] += 1
          if (isBack) restored.push({ itemId: row.itemId, ...retained })
        }
        await batch.save()
        const about = { datasetId: change.datasetId, by: change.startedBy, isUndone: true }
        if ('assign' in change.change) await notifyAssignees(notices, restored, about)
        const numbers = rows.map(({ number }) => number)
        await changes.forgetItems(changeId, numbers)
        events.publish({ type: 'dataset-changed', datasetId: change.datasetId })
      })
      await breath()
    }
    await changes.forget(changeId)
    return counts
  }
}
