import type { spaceEndpoints } from '@vermilion/contract/spaces'
import type { Handlers } from '#platform/http/handler'
import type { Spaces } from './service.ts'

export function spaceRoutes(spaces: Spaces): Handlers<typeof spaceEndpoints> {
  return {
    listSpaces: ({ query }) => spaces.list(query),
    createSpace: { transaction: 'own', handle: ({ body }) => spaces.create(body) },
    checkPath: ({ body }) => spaces.checkPath(body.path),
    getSpace: ({ params }) => spaces.get(params.spaceId),
    updateSpace: ({ params, body }) => spaces.update(params.spaceId, body),
    deleteSpace: async ({ params }) => ({ affectedDatasets: await spaces.remove(params.spaceId) }),
  }
}
