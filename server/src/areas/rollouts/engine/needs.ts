import type { DeviceArea } from '#areas/devices'
import type { BlobStore } from '#platform/blobs/blob-store'
import type { Clock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import type { Log } from '#platform/log'
import type { Artifacts } from '../artifacts/artifacts.ts'
import type { RolloutDeviceStore } from '../device-store.ts'
import type { HistoryStore } from '../history-store.ts'
import type { InstallationStore } from '../installation-store.ts'
import type { RolloutStore } from '../rollout-store.ts'

export interface EngineNeeds {
  database: Database
  clock: Clock
  log: Log
  blobs: BlobStore
  devices: DeviceArea
  artifacts: Artifacts
  rollouts: RolloutStore
  rolloutDevices: RolloutDeviceStore
  history: HistoryStore
  installations: InstallationStore
  changed: (rolloutId: string) => void
}
