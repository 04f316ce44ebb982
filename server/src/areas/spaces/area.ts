import { endpointAreas } from '@vermilion/contract/endpoints'
import { isBucket } from '@vermilion/contract/spaces'
import type { Services } from '#areas/settings'
import type { RemoteFolder } from '#platform/blobs/remote-folder'
import type { Http } from '#platform/http/http'
import type { Platform } from '#platform/platform'
import { createDeletedSpaces } from './deleted/deleted-spaces.ts'
import { createBuckets } from './paths/buckets.ts'
import { createIndexableFolders } from './paths/indexable-folders.ts'
import { deletedSpaceRoutes, spaceRoutes, type CoversOf } from './routes.ts'
import { createAddressLists } from './remote/address-lists.ts'
import { createSpaceService } from './service.ts'

interface Needs extends Pick<
  Platform,
  'config' | 'paths' | 'blobs' | 'database' | 'clock' | 'events' | 'lifecycle' | 'jobs'
> {
  readonly services: Pick<Services, 'ofKind'>
}

export type Spaces = ReturnType<typeof createSpaces>

export function createSpaces({ config, paths, blobs, database, clock, events, lifecycle, jobs, services }: Needs) {
  const indexableFolders = createIndexableFolders(config)
  const buckets = createBuckets({ services, blobs })
  const addressLists = createAddressLists({ folder: paths.addressLists, allowedHosts: config.listHosts })
  const pathNeeds = { indexableFolders, buckets, addressLists }
  const spaces = createSpaceService({ database, clock, events, lifecycle, ...pathNeeds })
  const deletedSpaces = createDeletedSpaces({ database, clock, events, jobs, spaces })
  return {
    ...spaces,
    indexableFolders,
    /** Of a path like `s3://bucket/prefix` with the key of an object storage, or of `https://host/list.csv` without. */
    openRemoteFolder: async (path: string, storageId: string | null): Promise<RemoteFolder> =>
      isBucket({ path }) ? buckets.open(path, storageId) : addressLists.open(path),
    mount(http: Pick<Http, 'mount'>, coversOf: CoversOf): void {
      http.mount(endpointAreas.spaces, spaceRoutes(spaces, coversOf))
      http.mount(endpointAreas.deletedSpaces, deletedSpaceRoutes(deletedSpaces))
    },
  }
}
