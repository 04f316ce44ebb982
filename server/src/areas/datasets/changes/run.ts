import { setImmediate as breath } from 'node:timers/promises'
import type { ItemChange } from '@vermilion/contract/datasets/changes'
import type { ItemSelection } from '@vermilion/contract/datasets/items'
import type { DatasetStore } from '../catalogue/dataset-store.ts'
import { type BatchNeeds, createItemBatch } from '../items/item-batch.ts'
import type { Notices } from '../notices/notices.ts'
import { type AssignedImage, notifyAssignees } from '../notices/assigned-images.ts'
import type { Kinds } from './kinds.ts'
import { createDivider, turnOf } from './ratio.ts'
import { selectedItems } from './select.ts'
import type { ChangedRow, ChangeStore, StoredChange } from './store.ts'
import type { Platform } from '#platform/platform'

export interface ChangePoint {
  readonly phase: 'collect' | 'divide' | 'apply'
  readonly number: number
  readonly items: number
  readonly skipped: number
}

const atOnce = 25

export interface ChangeRunNeeds extends Pick<Platform, 'database' | 'events'>, BatchNeeds {
  readonly store: DatasetStore
  readonly notices: Pick<Notices, 'add' | 'takeBack'>
  readonly changes: ChangeStore
  readonly kinds: Kinds
}

interface Control {
  readonly from?: ChangePoint | undefined
  readonly signal?: AbortSignal
  /** Runs in the transaction that did the work. */
  saved?(point: ChangePoint, done: number, total: number): Promise<void>
}

/** The selected images are recorded first, since changing them may change what a filter matches. */
export function createChangeRun(needs: ChangeRunNeeds) {
  const { database, events, store, items, changes } = needs
  const apply = createApply(needs)

  async function collect({ id: changeId, datasetId, change }: StoredChange, selection: ItemSelection, own: Control) {
    const seed = 'splitRatio' in change ? change.seed : null
    const groupOf = 'splitRatio' in change && change.stratified ? await groupsOf(store, datasetId) : () => ''
    // Images may have changed since an interrupted run, so its records are dropped.
    for (let isGone = own.from !== undefined; isGone;) {
      own.signal?.throwIfAborted()
      isGone = await changes.forgetSome(changeId)
      await breath()
    }
    let number = 0
    for await (const batch of selectedItems(items, datasetId, selection)) {
      own.signal?.throwIfAborted()
      const labels = seed === null ? new Map<string, string>() : await items.labelsOf(batch.map(({ id }) => id))
      const rows = batch.map(({ id: itemId, checksum }): ChangedRow => {
        const previous = seed === null ? null : turnOf(groupOf(labels.get(itemId) ?? ''), checksum, seed)
        return { changeId, number: ++number, itemId, before: previous, after: assigneeOf(change, number) }
      })
      await database.transaction(async () => {
        await changes.addItems(rows)
        await own.saved?.({ phase: 'collect', number, items: 0, skipped: 0 }, 0, number)
      })
      await breath()
    }
    return number
  }

  async function divide({ id: changeId, change }: StoredChange): Promise<void> {
    if (!('splitRatio' in change)) return
    const next = createDivider(change.splitRatio)
    let some: [number, string][] = []
    const write = async () => {
      const batch = some
      some = []
      await database.transaction(async () => {
        await changes.setItems(batch.map(([number, after]) => ({ changeId, number, after })))
      })
      await breath()
    }
    for await (const { number } of changes.inTurn(changeId)) {
      some.push([number, next()])
      if (some.length === 500) await write()
    }
    await write()
  }

  return async (
    changeId: string,
    selection: ItemSelection,
    own: Control = {},
  ): Promise<{ items: number; skipped: number }> => {
    const stored = await changes.find(changeId)
    if (stored === undefined) return { items: 0, skipped: 0 }
    const start = own.from
    const total = start?.phase === 'apply' ? await changes.count(changeId) : await collect(stored, selection, own)
    if (start?.phase !== 'apply') await divide(stored)
    let point: ChangePoint = start?.phase === 'apply' ? start : { phase: 'apply', number: 0, items: 0, skipped: 0 }
    for (;;) {
      own.signal?.throwIfAborted()
      const rows = await changes.items(changeId, point.number, atOnce)
      const last = rows.at(-1)
      if (last === undefined) break
      await database.transaction(async () => {
        const done = await apply(stored, rows)
        const [changed, skipped] = [point.items + done, point.skipped + rows.length - done]
        point = { phase: 'apply', number: last.number, items: changed, skipped }
        await own.saved?.(point, changed + skipped, total)
        events.publish({ type: 'dataset-changed', datasetId: stored.datasetId })
      })
      await breath()
    }
    return { items: point.items, skipped: point.skipped }
  }
}

/** Inside a transaction. */
function createApply(needs: ChangeRunNeeds) {
  const { notices, items, changes, kinds } = needs
  return async (stored: StoredChange, rows: readonly ChangedRow[]): Promise<number> => {
    const itemIds = rows.map(({ itemId }) => itemId)
    const matches = await items.ofIds(itemIds)
    const batch = createItemBatch(needs, itemIds)
    const changed: AssignedImage[] = []
    const saved: ChangedRow[] = []
    for (const { changeId, number, itemId, after: target } of rows) {
      const item = matches.get(itemId)
      const done = item && (await kinds.apply(stored.change, { item, target, by: stored.startedBy, batch }))
      const retained = done && { before: JSON.stringify(done.before), after: JSON.stringify(done.after) }
      saved.push({ changeId, number, itemId, before: null, after: null, ...retained })
      if (done !== undefined) changed.push({ itemId, ...done })
    }
    await batch.save()
    await changes.setItems(saved)
    const about = { datasetId: stored.datasetId, by: stored.startedBy }
    if ('assign' in stored.change) await notifyAssignees(notices, changed, about)
    return changed.length
  }
}

/** The assignee of an image by its number from 1 on, round robin; null when the change names none. */
function assigneeOf(change: ItemChange, number: number): string | null {
  const assignees = 'assign' in change ? (change.assign.assignees ?? []) : []
  return assignees[(number - 1) % assignees.length] ?? null
}

/** An image is divided by its rarest label. */
async function groupsOf(store: ChangeRunNeeds['store'], datasetId: string): Promise<(labels: string) => string> {
  const rows = await store.labelRows(datasetId)
  const images = new Map(rows.map(({ id, imageCount }) => [id, imageCount]))
  const rare = (one: string, other: string) =>
    (images.get(one) ?? 0) - (images.get(other) ?? 0) || (one < other ? -1 : 1)
  return (labels) => labels.split(' ').toSorted(rare)[0] ?? ''
}
