import { endpointAreas } from '@vermilion/contract/endpoints'
import type { Http } from '#platform/http/http'
import type { Platform } from '#platform/platform'
import { createDeletedSpaces } from './deleted/deleted-spaces.ts'
import { createIndexableFolders } from './paths/indexable-folders.ts'
import { deletedSpaceRoutes, spaceRoutes, type CoversOf } from './routes.ts'
import { createSpaceService } from './service.ts'

type Needs = Pick<Platform, 'config' | 'database' | 'clock' | 'events' | 'lifecycle' | 'jobs'>

export type Spaces = ReturnType<typeof createSpaces>

export function createSpaces({ config, database, clock, events, lifecycle, jobs }: Needs) {
  const indexableFolders = createIndexableFolders(config)
  const spaces = createSpaceService({ database, clock, events, lifecycle, indexableFolders })
  const deletedSpaces = createDeletedSpaces({ database, clock, events, jobs, spaces })
  return {
    ...spaces,
    indexableFolders,
    mount(http: Pick<Http, 'mount'>, coversOf: CoversOf): void {
      http.mount(endpointAreas.spaces, spaceRoutes(spaces, coversOf))
      http.mount(endpointAreas.deletedSpaces, deletedSpaceRoutes(deletedSpaces))
    },
  }
}
