import { labelKinds, labelNameOf } from '@vermilion/contract/labels/dataset-labels'
import { boxWithin } from '@vermilion/contract/labels/box'
import { fail } from '@vermilion/contract/kernel/errors'
import type { geometries, LabelKind, Shape } from '@vermilion/contract/labels/index'
import type { ModelPrediction } from '@vermilion/contract/predictions'
import type { z } from 'zod'
import type { Files } from '#areas/files'
import { newId } from '#platform/ids'
import type { StoredDataset } from '../catalogue/dataset-store.ts'
import type { StoredItem } from './item-row.ts'
import { labelsNamed } from '../labels/labels.ts'
import { imageOf } from './space-images.ts'
import type { SpaceImage } from '../snapshots/snapshots.ts'
import type { AddSpaceImages } from './add-space-images.ts'
import type { Platform } from '#platform/platform'
import type { DatasetStores } from '../catalogue/stores.ts'

export interface SuggestedImage {
  readonly fileId: string
  readonly predictions: readonly ModelPrediction[]
}

export interface Suggested {
  added: number
  suggested: number
  unchanged: number
  shapes: number
}

interface Needs extends Pick<Platform, 'database' | 'events'>, Pick<DatasetStores, 'store' | 'items' | 'annotations'> {
  readonly files: Files
  readonly addSpaceImages: AddSpaceImages
}

export type Suggestions = ReturnType<typeof createSuggested>

/** Puts predictions on images that nobody has labeled; they stay to be labeled. */
export function createSuggested(needs: Needs) {
  const { database, events, files, store, items, annotations, addSpaceImages } = needs

  async function absentImages(datasetId: string, fileIds: readonly string[]) {
    const there = await items.byFiles(datasetId, fileIds)
    const absent = new Map<string, SpaceImage[]>()
    for (const fileId of fileIds) {
      const image = there.has(fileId) ? undefined : await imageOf(files, fileId)
      if (image === undefined) continue
      const { spaceId } = await files.get(fileId)
      absent.set(spaceId, [...(absent.get(spaceId) ?? []), image])
    }
    return absent
  }

  return {
    /** Fails with `dataset.not-found`, or `suggestions.other-labels` for another kind of shapes. */
    async require(datasetId: string, kind: ModelPrediction['kind']): Promise<StoredDataset> {
      const dataset = await store.require(datasetId)
      const kinds: readonly string[] = labelKinds[dataset.labelType]
      if (!kinds.includes(kind)) throw fail('suggestions.other-labels', { dataset: dataset.name })
      return dataset
    },

    /** `ended` runs in the transaction that adds them. Fails with `dataset.labels-changing` or `dataset.too-many-labels`. */
    async put(
      datasetId: string,
      images: readonly SuggestedImage[],
      origin: string,
      waitForEnd: (suggested: Suggested) => Promise<void>,
    ): Promise<void> {
      const fileIds = images.map(({ fileId }) => fileId)
      const absent = await absentImages(datasetId, fileIds)
      await database.transaction(async () => {
        await store.require(datasetId)
        const done: Suggested = { added: 0, suggested: 0, unchanged: 0, shapes: 0 }
        for (const [spaceId, some] of absent) done.added += await addSpaceImages(datasetId, spaceId, some)
        const there = await items.byFiles(datasetId, fileIds)
        const requested: { item: StoredItem; shapes: NamedShape[] }[] = []
        for (const { fileId, predictions } of images) {
          const item = there.get(fileId)
          if (item === undefined) continue
          if (item.status !== 'to-label' || item.annotationCount > 0) done.unchanged += 1
          else requested.push({ item, shapes: shapesOf(predictions, item) })
        }
        const named = requested.flatMap(({ shapes }) => shapes)
        const labels = await labelsNamed(store, datasetId, named)
        for (const { item, shapes: ofItem } of requested) {
          const shapes = labeled(ofItem, labels, origin)
          if (shapes.length === 0) continue
          await annotations.replace(item, shapes, false)
          done.suggested += 1
          done.shapes += shapes.length
        }
        await waitForEnd(done)
        events.publish({ type: 'dataset-changed', datasetId })
      })
    },
  }
}

interface NamedShape {
  readonly name: string
  readonly score: number
  readonly geometry: ModelGeometry
}
type Geometry<Kind extends LabelKind> = z.output<(typeof geometries)[Kind]>
type ModelGeometry = Geometry<'box'> | Geometry<'mask'> | Geometry<'class'>

function shapesOf(matches: readonly ModelPrediction[], item: StoredItem): NamedShape[] {
  return matches.flatMap((prediction) => {
    const geometry = geometryOf(prediction, item)
    const score = Math.min(1, Math.max(0, prediction.score))
    return geometry === null ? [] : [{ name: labelNameOf(prediction.label), score, geometry }]
  })
}

/** Clipped to the image; null outside. */
export function geometryOf(
  prediction: ModelPrediction,
  item: Pick<StoredItem, 'width' | 'height'>,
): ModelGeometry | null {
  if ('mask' in prediction) return { kind: 'mask', mask: prediction.mask }
  if (!('box' in prediction)) return { kind: 'class' }
  const box = boxWithin(prediction.box, item)
  return box && { kind: 'box', box }
}

/** Shapes with label ids. When names were truncated to one label, a class is added to the image once. */
function labeled(shapes: readonly NamedShape[], labels: ReadonlyMap<string, string>, origin: string): Shape[] {
  const all = shapes.flatMap(({ name, score, geometry }): Shape[] => {
    const labelId = labels.get(name)
    if (labelId === undefined) return []
    const id = geometry.kind === 'class' ? `class:${labelId}` : newId()
    return [{ ...geometry, id, labelId, source: 'model', origin, score }]
  })
  return [...new Map(all.toReversed().map((shape) => [shape.id, shape])).values()].toReversed()
}
