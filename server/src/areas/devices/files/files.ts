import type { Clock } from '#platform/clock'
import type { Events } from '#platform/events/events'
import type { Jobs } from '#platform/jobs/jobs'
import type { Lifecycle } from '#platform/lifecycle'
import type { DeviceConnections } from '../connections.ts'
import type { KeepDeviceRecord } from '../records.ts'
import { createDeviceBrowsing } from './browsing.ts'
import { createDeviceChanges } from './changes.ts'
import { registerDeviceDeletion } from './deletion.job.ts'
import { createDeviceDownloads } from './downloads.ts'
import { createSftpSessions } from './sessions.ts'
import { createDeviceUploadPacks } from './upload-packs.ts'
import { createDeviceUploads } from './uploads.ts'

interface Needs {
  readonly clock: Clock
  readonly events: Events
  readonly jobs: Jobs
  readonly lifecycle: Lifecycle
  readonly connections: DeviceConnections
  readonly keepRecord: KeepDeviceRecord
  readonly nameOf: (deviceId: string) => Promise<string>
}

export type DeviceFiles = ReturnType<typeof createDeviceFiles>

export function createDeviceFiles({ clock, events, jobs, lifecycle, connections, keepRecord, nameOf }: Needs) {
  const sessions = createSftpSessions({ connections, lifecycle, nameOf })
  const changed = (deviceId: string) => events.publish({ type: 'device-files-changed', deviceId })
  registerDeviceDeletion({ jobs, sessions, nameOf, keepRecord, changed })
  return {
    sessions,
    keepRecord,
    browsing: createDeviceBrowsing({ sessions, clock }),
    changes: createDeviceChanges({ sessions, jobs, keepRecord, changed }),
    uploads: createDeviceUploads({ sessions, connections, keepRecord, changed }),
    uploadPack: createDeviceUploadPacks({ sessions, keepRecord, changed }),
    downloads: createDeviceDownloads({ sessions, clock, keepRecord }),
  }
}
