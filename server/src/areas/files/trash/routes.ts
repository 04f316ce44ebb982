import type { trashEndpoints } from '@vermilion/contract/files/trash'
import type { Handlers } from '#platform/http/handler'
import type { Trash } from './trash.ts'

export function trashRoutes(trash: Trash): Handlers<typeof trashEndpoints> {
  return {
    listAllTrash: ({ query }) => trash.listAll(query),
    listTrash: ({ params, query }) => trash.list(params.spaceId, query),
    restoreFiles: {
      transaction: 'own',
      handle: ({ params, body, account }) =>
        trash.restore(params.spaceId, 'all' in body ? null : body.fileIds, account.username),
    },
    emptyTrash: {
      transaction: 'own',
      handle: ({ params, account }) => trash.empty(params.spaceId, account.username),
    },
  }
}
