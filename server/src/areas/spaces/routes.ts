import type { deletedSpaceEndpoints } from '@vermilion/contract/spaces/deleted'
import type { spaceEndpoints } from '@vermilion/contract/spaces'
import type { Handlers } from '#platform/http/handler'
import type { DeletedSpaces } from './deleted-spaces.ts'
import type { Spaces } from './service.ts'

export function spaceRoutes(spaces: Spaces): Handlers<typeof spaceEndpoints> {
  return {
    listSpaces: ({ query }) => spaces.list(query),
    createSpace: { transaction: 'own', handle: ({ body }) => spaces.create(body) },
    checkPath: ({ body }) => spaces.checkPath(body.path),
    getSpace: ({ params }) => spaces.get(params.spaceId),
    updateSpace: ({ params, body }) => spaces.update(params.spaceId, body),
    deleteSpace: async ({ params, account }) => ({
      affectedDatasets: await spaces.remove(params.spaceId, account.username),
    }),
  }
}

export function deletedSpaceRoutes(deleted: DeletedSpaces): Handlers<typeof deletedSpaceEndpoints> {
  return {
    listDeletedSpaces: ({ query }) => deleted.list(query),
    restoreSpace: ({ params }) => deleted.restore(params.spaceId),
    purgeSpace: ({ params }) => deleted.purge(params.spaceId),
  }
}
