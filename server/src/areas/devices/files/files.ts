import type { Platform } from '#platform/platform'
import type { DeviceConnections } from '../connection/connections.ts'
import type { KeepDeviceRecord } from '../records/records.ts'
import { createDeviceBrowsing } from './browsing.ts'
import { createDeviceChanges } from './changes.ts'
import { registerDeviceDeletion } from './deletion.job.ts'
import { createDeviceDownloads } from './downloads.ts'
import { createSftpSessions } from './sessions.ts'
import { createDeviceUploadPacks } from './upload-packs.ts'
import { createDeviceUploads } from './uploads.ts'

interface Needs extends Pick<Platform, 'clock' | 'events' | 'jobs' | 'lifecycle'> {
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
    browsing: createDeviceBrowsing({ sessions, clock }),
    changes: createDeviceChanges({ sessions, jobs, keepRecord, changed }),
    uploads: createDeviceUploads({ sessions, connections, keepRecord, changed }),
    uploadPack: createDeviceUploadPacks({ sessions, keepRecord, changed }),
    downloads: createDeviceDownloads({ sessions, clock, keepRecord }),
  }
}
