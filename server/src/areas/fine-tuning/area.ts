import { endpointAreas } from '@vermilion/contract/endpoints'
import type { PixelWork } from '#areas/data-evaluation'
import type { Datasets } from '#areas/datasets'
import type { Files } from '#areas/files'
import type { Models } from '#areas/models'
import type { Services } from '#areas/settings'
import type { Spaces } from '#areas/spaces'
import type { Tasks } from '#areas/tasks'
import type { Http } from '#platform/http/http'
import type { Platform } from '#platform/platform'
import { captionRunRoutes, createCaptionRuns } from './captioning/caption-runs.ts'
import { createCaptions } from './captions/captions.ts'
import { captionRoutes, fineTuningRoutes } from './routes.ts'
import { createFineTuningService } from './service.ts'

interface FineTuningNeeds extends Pick<Platform, 'database' | 'clock' | 'lifecycle' | 'jobs' | 'work' | 'blobs'> {
  spaces: Spaces
  files: Files
  tasks: Tasks
  datasets: Datasets
  models: Models
  services: Pick<Services, 'ofKind'>
  pixels: PixelWork
  captionTextsAtOnce?: number | undefined
}

export function createFineTunings(needs: FineTuningNeeds) {
  const { database, clock, lifecycle, jobs, work, blobs } = needs
  const { spaces, files, tasks, datasets, models, services, pixels, captionTextsAtOnce: textsAtOnce } = needs
  const service = createFineTuningService({ spaces, files, tasks, datasets, models, blobs })
  const captions = createCaptions({ spaces, files, datasets, blobs, textsAtOnce })
  const about = { database, clock, lifecycle, jobs, work }
  const captionRuns = createCaptionRuns({ ...about, spaces, files, services, pixels, captions })
  return {
    mount(http: Pick<Http, 'mount'>): void {
      http.mount(endpointAreas.fineTunings, fineTuningRoutes(service))
      http.mount(endpointAreas.captions, captionRoutes(captions))
      http.mount(endpointAreas.captionRuns, captionRunRoutes(captionRuns))
    },
  }
}
