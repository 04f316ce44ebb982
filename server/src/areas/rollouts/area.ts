import { endpointAreas } from '@vermilion/contract/endpoints'
import { maxLineageEntries } from '@vermilion/contract/models/lineage'
import { artifactUploadPath } from '@vermilion/contract/rollouts/artifacts'
import type { DeviceArea } from '#areas/devices'
import type { Files } from '#areas/files'
import { lineageEntryOf, type Models } from '#areas/models'
import type { Audit } from '#platform/audit/audit'
import { createPace } from '#platform/events/pace'
import type { Http } from '#platform/http/http'
import type { Platform } from '#platform/platform'
import { createArtifactStore } from './artifacts/artifact-store.ts'
import { artifactUploads } from './artifacts/artifact-uploads.ts'
import { artifactRoutes } from './artifacts/routes.ts'
import { createArtifacts } from './artifacts/artifacts.ts'
import { createRolloutEngine } from './engine/engine.ts'
import { createRolloutStores } from './devices/stores.ts'
import { installationRoutes, rolloutRoutes } from './routes.ts'
import { createRolloutService } from './service.ts'

interface RolloutsNeeds extends Pick<
  Platform,
  'database' | 'clock' | 'events' | 'lifecycle' | 'log' | 'blobs' | 'blobOwners' | 'paths'
> {
  files: Files
  devices: DeviceArea
  models: Models
  audit: Pick<Audit, 'record'>
}

/** Minimum milliseconds between two announcements of one rollout. */
const announceInterval = 500

export function createRollouts(needs: RolloutsNeeds) {
  const { database, clock, events, lifecycle, log, blobs, blobOwners, paths, files, devices, models } = needs
  const artifactStore = createArtifactStore(database)
  blobOwners.add(artifactStore.blobOwner)
  const artifacts = createArtifacts({ database, clock, events, blobs, files, store: artifactStore })
  const uploadProtocol = artifactUploads({ audit: needs.audit, artifacts, blobs, clock, lifecycle, log, paths })
  const announcements = createPace(announceInterval, (rolloutId) =>
    events.publish({ type: 'rollout-changed', rolloutId }),
  )
  lifecycle.onStop(announcements.stop)
  const changed = (rolloutId: string) => database.afterCommit(() => announcements.announce(rolloutId))
  const stores = createRolloutStores({ database, clock })
  const { rollouts, installations } = stores
  models.lineage.add(async ({ id: modelId }) => {
    const [installed, page] = await Promise.all([
      installations.ofModel(modelId),
      rollouts.page({ modelId, limit: maxLineageEntries }),
    ])
    return [
      ...installed.map(({ deviceId, deviceName, version, installedAt }) => ({
        ...lineageEntryOf('installation', { kind: 'device', id: deviceId, name: deviceName, at: installedAt }),
        detail: version,
      })),
      ...page.items.map(({ id, name, createdAt }) =>
        lineageEntryOf('rollout', { kind: 'rollout', id, name, at: createdAt }),
      ),
    ]
  })
  const engine = createRolloutEngine({ database, clock, log, lifecycle, blobs, devices, artifacts, changed, ...stores })
  const service = createRolloutService({ database, clock, events, devices, artifacts, engine, changed, ...stores })
  return {
    mount(http: Pick<Http, 'mount' | 'mountProtocol'>): void {
      http.mount(endpointAreas.artifacts, artifactRoutes(artifacts, blobs))
      http.mountProtocol(artifactUploadPath, uploadProtocol)
      http.mount(endpointAreas.rollouts, rolloutRoutes({ service, artifacts, devices, models, blobs, ...stores }))
      http.mount(endpointAreas.installations, installationRoutes(installations))
    },
  }
}
