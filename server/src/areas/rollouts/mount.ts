import { endpointAreas } from '@vermilion/contract/endpoints'
import { artifactUploadPath } from '@vermilion/contract/rollouts/artifacts'
import type { Http } from '#platform/http/http'
import type { RolloutArea } from './area.ts'
import { artifactRoutes } from './artifacts/routes.ts'
import { installationRoutes, rolloutRoutes } from './routes.ts'

export function mountRollouts(http: Pick<Http, 'mount' | 'mountProtocol'>, rollouts: RolloutArea): void {
  http.mount(endpointAreas.artifacts, artifactRoutes(rollouts.artifacts, rollouts.blobs))
  http.mountProtocol(artifactUploadPath, rollouts.uploadProtocol)
  http.mount(endpointAreas.rollouts, rolloutRoutes(rollouts))
  http.mount(endpointAreas.installations, installationRoutes(rollouts))
}
