import { join } from 'node:path'
import { endpointAreas } from '@vermilion/contract/endpoints'
import type { Assist } from '#areas/assist-models'
import type { Datasets } from '#areas/datasets'
import type { Files } from '#areas/files'
import type { Http } from '#platform/http/http'
import type { Platform } from '#platform/platform'
import { createPresence } from './presence/presence.ts'
import { annotationRoutes } from './routes.ts'
import { createFeatureCache } from './segmentation/features.ts'
import { segmentationRoutes } from './segmentation/routes.ts'
import { createSegmentation } from './segmentation/segmentation.ts'
import { createAnnotationService } from './service.ts'

interface Needs extends Pick<Platform, 'database' | 'clock' | 'events' | 'paths'> {
  readonly datasets: Datasets
  readonly files: Files
  readonly assist: Assist
}

export function createAnnotation({ database, clock, events, paths, datasets, files, assist }: Needs) {
  const service = createAnnotationService({ database, events, datasets })
  const presence = createPresence({ clock, events, datasets })
  const features = createFeatureCache({ clock, folder: join(paths.cache, 'segmentation') })
  const segmentation = createSegmentation({ datasets, files, assist, features })
  return {
    mount(http: Http): void {
      http.mount(endpointAreas.annotation, annotationRoutes({ service, presence }))
      http.mount(endpointAreas.segmentation, segmentationRoutes(segmentation))
    },
  }
}
