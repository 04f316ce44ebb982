import { endpointAreas } from '@vermilion/contract/endpoints'
import type { BlobStore } from '#platform/blobs/blob-store'
import type { Http } from '#platform/http/http'
import { boardRoutes } from './board/routes.ts'
import { evaluationRoutes } from './evaluation/routes.ts'
import { modelRoutes } from './routes.ts'
import { comfyuiLoraRoutes, createComfyuiLoras } from './comfyui/lora-folder.ts'
import type { Models } from './service.ts'

interface Needs {
  readonly models: Models
  readonly blobs: BlobStore
  readonly comfyuiFolder: string | undefined
}

/** Mounts what the area offers. */
export function mountModels(http: Pick<Http, 'mount'>, { models, blobs, comfyuiFolder }: Needs): void {
  http.mount(endpointAreas.models, modelRoutes(models, blobs))
  const loras = createComfyuiLoras({ models, blobs, folder: comfyuiFolder })
  http.mount(endpointAreas.comfyuiLoras, comfyuiLoraRoutes(loras))
  http.mount(endpointAreas.boardInferences, boardRoutes(models))
  http.mount(endpointAreas.evaluations, evaluationRoutes(models))
}
