import type { Annotation, annotationEndpoints, AnnotationSave } from '@vermilion/contract/annotation'
import type { DatasetItem } from '@vermilion/contract/datasets/items'
import { endpointAreas } from '@vermilion/contract/endpoints'
import type { EndpointResponse } from '@vermilion/contract/kernel/endpoint'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Shape } from '@vermilion/contract/labels/index'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Assist } from '#areas/assist-models'
import { itemOf, type Datasets } from '#areas/datasets'
import type { Files } from '#areas/files'
import type { Http } from '#platform/http/http'
import type { Platform } from '#platform/platform'
import { createPresence } from './presence/presence.ts'
import { annotationRoutes } from './routes.ts'
import { createFeatureCache } from './segmentation/features.ts'
import { segmentationRoutes } from './segmentation/routes.ts'
import { createSegmentation } from './segmentation/segmentation.ts'
import { requireFitting } from './rules.ts'

interface Needs extends Pick<Platform, 'database' | 'clock' | 'events' | 'paths'> {
  readonly datasets: Datasets
  readonly files: Files
  readonly assist: Assist
}

export function createAnnotation(needs: Needs) {
  const { database, clock, events, paths, datasets, files, assist } = needs
  const { service, annotations } = datasets

  return {
    presence: createPresence({ clock, events, datasets }),
    segmentation: createSegmentation({
      datasets,
      files,
      assist,
      features: createFeatureCache({ clock, folder: join(paths.cache, 'segmentation') }),
    }),

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
        const item = itemOf(await service.requireItem(itemId))
        const existing = await annotations.shapesOf(itemId)
        const same = isDeepStrictEqual(existing, shapes)
        // A replayed journal repeats saved changes: nothing changes, and it learns the revision.
        if (same && (!complete || isDone(item))) return { item, revision: item.revision }
        if (!same && baseRevision !== item.revision) throw fail('annotation.conflict', { revision: item.revision })
        requireFitting(shapes, { dataset: await service.require(item.datasetId), existing })
        await datasets.addWorkTime(item.datasetId, by, seconds)
        // The reviewed content has changed, so it returns to review.
        const isReopened = !complete && item.status === 'reviewed'
        const saved = isReopened
          ? await annotations.write(item, shapes, { status: 'labeled' }, existing)
          : await annotations.replace(item, shapes, complete, complete ? by : item.annotator)
        events.publish({ type: 'item-changed', datasetId: item.datasetId, itemId })
        events.publish({ type: 'dataset-changed', datasetId: item.datasetId })
        return { item: saved, revision: saved.revision }
      })
    },

    mount(http: Http): void {
      http.mount(endpointAreas.annotation, annotationRoutes(this))
      http.mount(endpointAreas.segmentation, segmentationRoutes(this.segmentation))
    },
  }
}

function isDone({ status, annotator }: DatasetItem): boolean {
  return status === 'reviewed' || (status === 'labeled' && annotator !== null)
}

export type AnnotationArea = ReturnType<typeof createAnnotation>
