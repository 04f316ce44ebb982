import type { deletedSpaceEndpoints } from '@vermilion/contract/spaces/deleted'
import type { spaceEndpoints } from '@vermilion/contract/spaces'
import type { Handlers } from '#platform/http/handler'
import type { DeletedSpaces } from './deleted/deleted-spaces.ts'
import type { SpaceService } from './service.ts'

export type CoversOf = (spaceIds: readonly string[]) => Promise<ReadonlyMap<string, string[]>>

export function spaceRoutes(spaces: SpaceService, coversOf: CoversOf): Handlers<typeof spaceEndpoints> {
  return {
    async listSpaces({ query: { contents, ...query } }) {
      const page = await spaces.list(query)
      if (!contents || page.items.length === 0) return page
      const covers = await coversOf(page.items.map(({ id }) => id))
      return { ...page, items: page.items.map((space) => ({ ...space, covers: covers.get(space.id) ?? [] })) }
    },
    createSpace: {
      transaction: 'own',
      handle: ({ body, account, signal }) => spaces.create(body, account.username, signal),
    },
    checkPath: ({ body, signal }) => spaces.checkPath({ ...body, signal }),
    getSpace: ({ params }) => spaces.get(params.spaceId),
    updateSpace: {
      transaction: 'own',
      handle: ({ params, body, signal }) => spaces.update(params.spaceId, body, signal),
    },
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
