import { endpointAreas } from '@vermilion/contract/endpoints'
import type { BlobStore } from '#platform/blobs/blob-store'
import type { Http } from '#platform/http/http'
import { boardRoutes } from './board/routes.ts'
import { cardRoutes } from './card/routes.ts'
import { comparisonRoutes } from './compare/routes.ts'
import { conversionRoutes } from './convert/routes.ts'
import { evaluationRoutes } from './evaluation/routes.ts'
import { lineageRoutes } from './lineage/routes.ts'
import { modelRoutes } from './routes.ts'
import type { Models } from './service.ts'

/** Mounts what the area offers. */
export function mountModels(http: Pick<Http, 'mount'>, models: Models, blobs: BlobStore): void {
  http.mount(endpointAreas.models, modelRoutes(models, blobs))
  http.mount(endpointAreas.modelComparisons, comparisonRoutes(models))
  http.mount(endpointAreas.modelCards, cardRoutes(models))
  http.mount(endpointAreas.modelConversions, conversionRoutes(models))
  http.mount(endpointAreas.modelLineage, lineageRoutes(models))
  http.mount(endpointAreas.boardInferences, boardRoutes(models))
  http.mount(endpointAreas.evaluations, evaluationRoutes(models))
}
