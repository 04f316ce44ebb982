import { isDeepStrictEqual } from 'node:util'
import type { ItemChange } from '@vermilion/contract/datasets/changes'
import type { DatasetItem } from '@vermilion/contract/datasets/items'
import type { Shape } from '@vermilion/contract/labels/index'
import { acceptSuggestion, isSuggestion } from '@vermilion/contract/labels/suggestion'
import { wholeImage } from '@vermilion/contract/labels/whole-image'
import type { AvailabilityStore } from '../items/availability-store.ts'
import type { DatasetStore } from '../catalogue/dataset-store.ts'
import { itemOf, type StoredItem, untouched } from '../items/item-row.ts'
import type { ChangeStatus } from '../items/item-status.ts'
import type { ItemState } from '../items/annotation-store.ts'
import type { ItemBatch } from '../items/item-batch.ts'
import { isLabeled, type Split } from '../rules.ts'
import { writeJson } from '#platform/database/columns'
import type { Clock } from '#platform/clock'
import type { DatasetStores } from '../catalogue/stores.ts'

export type SavedState = Partial<
  Pick<
    DatasetItem,
    'split' | 'tags' | 'status' | 'annotator' | 'annotatedAt' | 'revision' | 'assignee' | 'assignedReviewer'
  >
> & {
  shapes?: Shape[]
  taken?: StoredItem
}

export interface Doing {
  readonly item: StoredItem
  /** The new value of an image, for changes that differ by image. */
  readonly target: string | null
  readonly by: string
  readonly batch: ItemBatch
}

/** Returns the fields before and after, or undefined when the image stays unchanged. */
type Apply<Change> = (change: Change, doing: Doing) => Promise<{ before: SavedState; after: SavedState } | undefined>

type ChangeOf<Key extends string> = Extract<ItemChange, Record<Key, unknown>>

const maxTags = 50

export interface KindNeeds extends Pick<DatasetStores, 'items'> {
  readonly clock: Clock
  readonly store: Pick<DatasetStore, 'count'>
  readonly availability: Pick<AvailabilityStore, 'updateItems'>
  readonly takeStep: ChangeStatus
}

export type Kinds = ReturnType<typeof createKinds>

/** Inside a transaction. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the needs that it holds
export function createKinds({ clock, store, items, availability, takeStep }: KindNeeds) {
  function setSplit({ item, batch }: Doing, split: Split) {
    if (item.split === split) return undefined
    batch.update({ id: item.id, split, updatedAt: clock.time() })
    return { before: { split: item.split }, after: { split } }
  }

  async function setShapes(
    { item, batch }: Doing,
    { existing, shapes }: { existing: readonly Shape[]; shapes: readonly Shape[] },
    state: Partial<ItemState>,
  ) {
    const { status, annotator, annotatedAt } = item
    await batch.write({ item, shapes, state, current: existing })
    return { before: { status, annotator, annotatedAt, shapes: [...existing] }, after: { revision: item.revision + 1 } }
  }

  const split: Apply<ChangeOf<'split'>> = async (change, doing) => setSplit(doing, change.split)
  const splitRatio: Apply<ChangeOf<'splitRatio'>> = async (_, doing) =>
    doing.target === null ? undefined : setSplit(doing, doing.target as Split)
  const addTags: Apply<ChangeOf<'addTags'>> = async ({ addTags, removeTags }, { item, batch }) => {
    const retained = item.tags.filter((tag) => !removeTags.includes(tag))
    const tags = [...new Set([...retained, ...addTags])]
    if (tags.length > maxTags || tags.join(';') === item.tags.join(';')) return undefined
    batch.update({ id: item.id, tags: writeJson(tags), updatedAt: clock.time() })
    return { before: { tags: item.tags }, after: { tags } }
  }
  const assign: Apply<ChangeOf<'assign'>> = async ({ assign: { assignees, assignedReviewer } }, doing) => {
    const { item, target, batch } = doing
    const previous = { assignee: item.assignee, assignedReviewer: item.assignedReviewer }
    const next = {
      assignee: assignees === undefined ? item.assignee : target,
      assignedReviewer: assignedReviewer === undefined ? item.assignedReviewer : assignedReviewer,
    }
    if (isDeepStrictEqual(previous, next)) return undefined
    batch.update({ id: item.id, ...next, updatedAt: clock.time() })
    return { before: previous, after: next }
  }
  const labelId: Apply<ChangeOf<'labelId'>> = async ({ labelId, mode }, doing) => {
    const { item, by, batch } = doing
    const shapes = await batch.shapesOf(item.id)
    const own = wholeImage(labelId)
    const set = (next: readonly Shape[], state: Partial<ItemState>) =>
      setShapes(doing, { existing: shapes, shapes: next }, state)
    if (mode !== 'remove' && (await batch.findExisting([own])).length === 0) return undefined
    const others = shapes.filter(({ id }) => id !== own.id)
    const isThere = others.length < shapes.length
    const labeled = { status: 'labeled', annotator: by, annotatedAt: clock.time() } as const
    if (mode === 'remove') return isThere ? set(others, {}) : undefined
    if (mode === 'add') return isThere ? undefined : set([...shapes, own], labeled)
    return isThere && others.length === 0 ? undefined : set([own], labeled)
  }
  const acceptSuggestions: Apply<ChangeOf<'acceptSuggestions'>> = async (
    { acceptSuggestions: { minimumScore, others } },
    doing,
  ) => {
    const { item, by, batch } = doing
    if (isLabeled(item.status) || item.annotationCount === 0) return undefined
    const shapes = await batch.shapesOf(item.id)
    const isSure = (shape: Shape) => isSuggestion(shape) && (shape.score ?? 0) >= minimumScore
    if (!shapes.some(isSure)) return undefined
    const answered = shapes.map((shape) => (isSure(shape) ? acceptSuggestion(shape) : shape))
    const remaining = others === 'keep' ? answered : answered.filter((shape) => !isSuggestion(shape))
    const labeled = { status: 'labeled', annotator: by, annotatedAt: clock.time() } as const
    return setShapes(doing, { existing: shapes, shapes: remaining }, remaining.some(isSuggestion) ? {} : labeled)
  }
  const clear: Apply<ChangeOf<'clear'>> = async (_, doing) => {
    const { item, batch } = doing
    if (item.annotationCount === 0 && item.status === 'to-label') return undefined
    const existing = await batch.shapesOf(item.id)
    return setShapes(doing, { existing, shapes: [] }, { status: 'to-label', annotator: null, annotatedAt: null })
  }
  const takeOut: Apply<ChangeOf<'takeOut'>> = async (_, { item, batch }) => {
    await batch.remove(item)
    return { before: { taken: item, shapes: await batch.shapesOf(item.id) }, after: {} }
  }
  const status: Apply<ChangeOf<'status'>> = async ({ status }, { item }) => {
    if (item.status === status) return undefined
    await takeStep(item, { status })
    return { before: { status: item.status }, after: { status } }
  }
  const kinds = { split, splitRatio, addTags, assign, labelId, acceptSuggestions, clear, takeOut, status }

  return {
    /** Undefined when the image stays unchanged. */
    apply(change: ItemChange, doing: Doing): ReturnType<Apply<ItemChange>> {
      const name = (Object.keys(kinds) as (keyof typeof kinds)[]).find((key) => key in change)
      if (name === undefined) throw new Error('there is no such change of images')
      return (kinds[name] as Apply<ItemChange>)(change, doing)
    },

    /** Returns the images that are there again; those whose place or file another image has are not. */
    async putBack(states: readonly SavedState[], batch: ItemBatch): Promise<ReadonlyMap<string, StoredItem>> {
      const removed = states.flatMap(({ taken }) => taken ?? [])
      const datasetId = removed[0]?.datasetId
      if (datasetId === undefined) return new Map()
      const idsOf = (some: readonly StoredItem[]) => some.map(({ id }) => id)
      const [sortKeys, files] = [removed.map(({ place }) => place), removed.map(({ fileId }) => fileId)]
      const existing = await items.ofIds(idsOf(removed))
      const byKey = await items.atSortKeys(datasetId, sortKeys)
      const byFile = await items.byFiles(datasetId, files)
      const free = removed.filter(
        ({ id, place, fileId }) => !existing.has(id) && !byKey.has(place) && !byFile.has(fileId),
      )
      const { annotationCount, status } = untouched
      const bare = { annotationCount, status, annotator: null, annotatedAt: null }
      await items.insert(free.map((item) => ({ ...item, ...bare })))
      if (free.length > 0) await store.count(datasetId, { fileCount: free.length })
      await availability.updateItems(idsOf(free))
      const back = await items.ofIds(idsOf(free))
      for (const { taken, shapes = [] } of states) {
        const item = back.get(taken?.id ?? '')
        if (item === undefined || taken === undefined) continue
        const state = { status: taken.status, annotator: taken.annotator, annotatedAt: taken.annotatedAt }
        await batch.write({ item: itemOf(item), shapes: await batch.findExisting(shapes), state })
      }
      return back
    },

    async restore(
      item: DatasetItem,
      { before: previous, after }: { before: SavedState; after: SavedState },
      batch: ItemBatch,
    ): Promise<boolean> {
      if (!isAsAfter(item, after)) return false
      const { shapes, tags, ...fields } = previous
      if (shapes !== undefined) await batch.write({ item, shapes: await batch.findExisting(shapes), state: fields })
      else if (fields.status !== undefined) await takeStep(item, { status: fields.status })
      else {
        const change = { ...fields, ...(tags === undefined ? {} : { tags: writeJson(tags) }) }
        batch.update({ id: item.id, ...change, updatedAt: clock.time() })
      }
      return true
    },
  }
}

function isAsAfter(item: DatasetItem, after: SavedState): boolean {
  return (Object.keys(after) as (keyof typeof after & keyof DatasetItem)[]).every(
    (field) => JSON.stringify(item[field]) === JSON.stringify(after[field]),
  )
}
