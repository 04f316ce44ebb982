import type { Annotation, annotationEndpoints, AnnotationSave } from '@vermilion/contract/annotation'
import type { DatasetItem } from '@vermilion/contract/datasets/items'
import type { EndpointResponse } from '@vermilion/contract/kernel/endpoint'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Shape } from '@vermilion/contract/labels/index'
import { isDeepStrictEqual } from 'node:util'
import type { Datasets } from '#areas/datasets'
import type { Platform } from '#platform/platform'
import { requireFitting } from './rules.ts'

interface Needs extends Pick<Platform, 'database' | 'events'> {
  readonly datasets: Datasets
}

export function createAnnotationService({ database, events, datasets }: Needs) {
  const { service, annotations } = datasets

  return {
    async read(itemId: string): Promise<Annotation> {
      const { revision } = await service.requireItem(itemId)
      return { itemId, revision, shapes: await annotations.shapesOf(itemId) }
    },

    async save(
      itemId: string,
      { baseRevision, shapes, complete = false, seconds = 0 }: AnnotationSave & { shapes: Shape[] },
      by: string,
    ): Promise<EndpointResponse<typeof annotationEndpoints.saveAnnotation>> {
      return database.transaction(async () => {
        const { item, shapes: existing, ...dataset } = await annotations.requireLabeling(itemId)
        const same = isDeepStrictEqual(existing, shapes)
        // A replayed journal repeats saved changes: nothing changes, and it learns the revision.
        if (same && (!complete || isDone(item))) return { item, revision: item.revision }
        if (!same && baseRevision !== item.revision) throw fail('annotation.conflict', { revision: item.revision })
        requireFitting(shapes, { dataset, existing })
        await datasets.addWorkTime(item.datasetId, by, seconds)
        // The reviewed content has changed, so it returns to review.
        const isReopened = !complete && item.status === 'reviewed'
        const saved = isReopened
          ? await annotations.write(item, shapes, { status: 'labeled' }, existing)
          : await annotations.replace(item, shapes, complete, complete ? by : item.annotator, existing)
        events.publish({ type: 'item-changed', datasetId: item.datasetId, itemId })
        events.publish({ type: 'dataset-changed', datasetId: item.datasetId })
        return { item: saved, revision: saved.revision }
      })
    },
  }
}

function isDone({ status, annotator }: DatasetItem): boolean {
  return status === 'reviewed' || (status === 'labeled' && annotator !== null)
}

export type AnnotationService = ReturnType<typeof createAnnotationService>
