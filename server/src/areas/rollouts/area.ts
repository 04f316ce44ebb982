import type { DeviceArea } from '#areas/devices'
import type { Files } from '#areas/files'
import { maxLineageEntries } from '@vermilion/contract/models/lineage'
import { lineageEntryOf, type Models } from '#areas/models'
import type { Audit } from '#platform/audit/audit'
import { createPace } from '#platform/events/pace'
import type { Platform } from '#platform/platform'
import { createArtifactStore } from './artifacts/artifact-store.ts'
import { artifactUploads } from './artifacts/artifact-uploads.ts'
import { createArtifacts } from './artifacts/artifacts.ts'
import { createRolloutDeviceStore } from './device-store.ts'
import { createRolloutEngine } from './engine/engine.ts'
import { createHistoryStore } from './history-store.ts'
import { createInstallationStore } from './installation-store.ts'
import { createRolloutStore } from './rollout-store.ts'
import { createRollouts } from './service.ts'

interface RolloutAreaNeeds extends Pick<
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

export type RolloutArea = ReturnType<typeof createRolloutArea>

export function createRolloutArea(needs: RolloutAreaNeeds) {
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
  const rollouts = createRolloutStore(database)
  const rolloutDevices = createRolloutDeviceStore(database)
  const history = createHistoryStore({ database, clock })
  const installations = createInstallationStore(database)
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
  const stores = { artifacts, rollouts, rolloutDevices, history, installations }
  const engine = createRolloutEngine({ database, clock, log, lifecycle, blobs, devices, changed, ...stores })
  const service = createRollouts({ database, clock, events, devices, engine, changed, ...stores })
  return { service, artifacts, rolloutDevices, history, installations, devices, models, blobs, uploadProtocol }
}
