import type { Datasets } from '#areas/datasets'
import type { DeviceArea } from '#areas/devices'
import type { Files } from '#areas/files'
import type { Spaces } from '#areas/spaces'
import type { Tasks } from '#areas/tasks'
import type { Platform } from '#platform/platform'

export interface ModelsNeeds extends Pick<
  Platform,
  'config' | 'paths' | 'database' | 'clock' | 'events' | 'jobs' | 'blobs' | 'blobOwners' | 'lifecycle' | 'log'
> {
  spaces: Spaces
  files: Files
  tasks: Tasks
  datasets: Datasets
  devices: DeviceArea
}
