import { endpointAreas } from '@vermilion/contract/endpoints'
import type { Files } from '#areas/files'
import type { BlobStore } from '#platform/blobs/blob-store'
import type { Http } from '#platform/http/http'
import { boardRoutes } from './board/routes.ts'
import { cardRoutes } from './card/routes.ts'
import { comparisonRoutes } from './compare/routes.ts'
import { conversionRoutes } from './convert/routes.ts'
import { evaluationRoutes } from './evaluation/routes.ts'
import { modelFetchRoutes } from './import/address/routes.ts'
import { lineageRoutes, trainingDataRoutes } from './lineage/routes.ts'
import { modelRoutes } from './routes.ts'
import { comfyuiLoraRoutes, createComfyuiLoras } from './comfyui/lora-folder.ts'
import type { Models } from './service.ts'
import { servingRoutes } from './serving/routes.ts'

interface Needs {
  readonly models: Models
  readonly blobs: BlobStore
  readonly files: Pick<Files, 'content' | 'get' | 'pictureBytes' | 'thumbnailOf'>
  readonly comfyuiFolder: string | undefined
}

export function mountModels(
  http: Pick<Http, 'mount' | 'metrics'>,
  { models, blobs, files, comfyuiFolder }: Needs,
): void {
  http.mount(endpointAreas.models, modelRoutes(models, { blobs, files }))
  http.mount(endpointAreas.serving, servingRoutes(models, files))
  http.mount(endpointAreas.modelFetches, modelFetchRoutes(models.fetches))
  models.servingFigures.tell(http.metrics, models.serving)
  http.mount(endpointAreas.modelComparisons, comparisonRoutes(models))
  http.mount(endpointAreas.modelCards, cardRoutes(models))
  http.mount(endpointAreas.modelConversions, conversionRoutes(models))
  http.mount(endpointAreas.modelLineage, lineageRoutes(models))
  http.mount(endpointAreas.modelTrainingData, trainingDataRoutes(models))
  const loras = createComfyuiLoras({ models, blobs, folder: comfyuiFolder })
  http.mount(endpointAreas.comfyuiLoras, comfyuiLoraRoutes(loras))
  http.mount(endpointAreas.boardInferences, boardRoutes(models))
  http.mount(endpointAreas.evaluations, evaluationRoutes(models))
}
