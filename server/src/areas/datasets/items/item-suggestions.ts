import { sameFrom } from '@vermilion/contract/auto-label'
import type { DatasetItem } from '@vermilion/contract/datasets/items'
import type { Shape } from '@vermilion/contract/labels/index'
import { greatestOverlap } from '@vermilion/contract/labels/overlap'
import { isSuggestion } from '@vermilion/contract/labels/suggestion'
import type { ModelPrediction } from '@vermilion/contract/predictions'
import type { Events } from '#platform/events/events'
import { newId } from '#platform/ids'
import type { StoredDataset } from '../catalogue/dataset-store.ts'
import { datasetStatus, isLabeled } from '../rules.ts'
import { itemOf, type StoredItem } from './item-row.ts'
import { geometryOf } from './suggested.ts'
import type { DatasetStores } from '../catalogue/stores.ts'

export interface Suggestion {
  readonly labelId: string
  readonly prediction: ModelPrediction
}

export interface PreviousState {
  readonly status: DatasetItem['status']
  /** The revision after the suggestions were added. */
  readonly revision: number
  readonly shapes: readonly Shape[]
}

export interface SuggestedOnItem {
  readonly put: readonly Shape[]
  /** Left out because a kept label covers the same place. */
  readonly overlapping: number
  readonly previous: PreviousState | null
}

interface Needs extends Pick<DatasetStores, 'store' | 'items' | 'annotations'> {
  readonly events: Events
}

export function fitSuggestions(
  suggestions: readonly Suggestion[],
  item: Pick<StoredItem, 'width' | 'height'>,
  retained: readonly Shape[],
  origin: string,
): Pick<SuggestedOnItem, 'put' | 'overlapping'> {
  const put = new Map<string, Shape>()
  const hasClass = retained.some(({ kind }) => kind === 'class')
  let overlapping = 0
  for (const { labelId, prediction } of suggestions) {
    const geometry = geometryOf(prediction, item)
    if (geometry === null) continue
    const ofLabel = retained.filter((shape) => shape.labelId === labelId)
    // A person's classes of a whole image are complete.
    const isThere = geometry.kind === 'class' ? hasClass : greatestOverlap(geometry, ofLabel, item) >= sameFrom
    if (isThere) {
      overlapping += 1
      continue
    }
    const id = geometry.kind === 'class' ? `class:${labelId}` : newId()
    const score = Math.min(1, Math.max(0, prediction.score))
    if (!put.has(id)) put.set(id, { ...geometry, id, labelId, source: 'model', origin, score })
  }
  return { put: [...put.values()], overlapping }
}

/** Labels of people stay unchanged. */
export function createItemSuggestions({ events, store, items, annotations }: Needs) {
  async function takeStep(datasetId: string, to: 'label_tasking' | 'success'): Promise<void> {
    const dataset = await store.findAnywhere(datasetId)
    if (dataset === undefined || (to === 'success' && dataset.status !== 'label_tasking')) return
    datasetStatus.check(dataset.status, to)
    await store.update(datasetId, { status: to })
    events.publish({ type: 'dataset-changed', datasetId })
  }

  return {
    /** Inside a transaction. The dataset must be complete and not being labeled. */
    begin: (dataset: Pick<StoredDataset, 'id'>) => takeStep(dataset.id, 'label_tasking'),
    end: (datasetId: string) => takeStep(datasetId, 'success'),

    async preview(item: StoredItem, suggestions: readonly Suggestion[], origin: string): Promise<readonly Shape[]> {
      const shapes = await annotations.shapesOf(item.id)
      return fitSuggestions(suggestions, item, retainedOf(item, shapes), origin).put
    },

    /**
     * A labeled image that gets a suggestion returns to `to-label`, since a person has to check it. `origin` names the model.
     * Undefined for a deleted image. Inside a transaction.
     */
    async put(
      itemId: string,
      suggestions: readonly Suggestion[],
      origin: string,
    ): Promise<SuggestedOnItem | undefined> {
      const stored = await items.find(itemId)
      if (stored === undefined) return undefined
      const item = itemOf(stored)
      const labels = await store.labelsThere([...new Set(suggestions.map(({ labelId }) => labelId))])
      const current = await annotations.shapesOf(itemId)
      const retained = retainedOf(item, current)
      const replaced = current.filter((shape) => !retained.includes(shape))
      const { put, overlapping } = fitSuggestions(
        suggestions.filter(({ labelId }) => labels.has(labelId)),
        item,
        retained,
        origin,
      )
      if (put.length === 0 && replaced.length === 0) return { put, overlapping, previous: null }
      const isReopened = put.length > 0 && isLabeled(item.status)
      const { revision } = await annotations.write(
        item,
        [...retained, ...put],
        isReopened ? { status: 'to-label' } : {},
      )
      events.publish({ type: 'item-changed', datasetId: item.datasetId, itemId })
      return { put, overlapping, previous: { status: item.status, revision, shapes: replaced } }
    },

    /**
     * Returns the withdrawn ids; undefined when the image stays unchanged. An image untouched since returns to its previous
     * state. Inside a transaction.
     */
    async withdraw(
      itemId: string,
      put: readonly Shape[],
      previous: PreviousState,
    ): Promise<readonly string[] | undefined> {
      const stored = await items.find(itemId)
      if (stored === undefined || isLabeled(stored.status)) return undefined
      const item = itemOf(stored)
      const own = new Set(put.map(({ id }) => id))
      const current = await annotations.shapesOf(itemId)
      const withdrawn = current.filter((shape) => own.has(shape.id) && isSuggestion(shape))
      const rest = current.filter((shape) => !withdrawn.includes(shape))
      const isUntouched = item.revision === previous.revision
      if (withdrawn.length === 0 && !isUntouched) return undefined
      const ids = new Set(rest.map(({ id }) => id))
      const labels = await store.labelsThere([...new Set(previous.shapes.map(({ labelId }) => labelId))])
      const restored = previous.shapes.filter(({ id, labelId }) => !ids.has(id) && labels.has(labelId))
      const shapes = isUntouched ? [...rest, ...restored] : rest
      await annotations.write(item, shapes, isUntouched ? { status: previous.status } : {})
      events.publish({ type: 'item-changed', datasetId: item.datasetId, itemId })
      return withdrawn.map(({ id }) => id)
    },
  }
}

/** The shapes that stay: all of a labeled image, else those that are no open suggestions. */
function retainedOf({ status }: Pick<DatasetItem, 'status'>, shapes: readonly Shape[]): Shape[] {
  return isLabeled(status) ? [...shapes] : shapes.filter((shape) => !isSuggestion(shape))
}
