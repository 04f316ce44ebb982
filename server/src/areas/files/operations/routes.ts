import type { fileOperationEndpoints } from '@vermilion/contract/files/operations'
import type { Handlers } from '#platform/http/handler'
import type { Operations } from './operations.ts'

/** Handlers of many files open their own transactions, batch by batch. */
export function operationRoutes(operations: Operations): Handlers<typeof fileOperationEndpoints> {
  return {
    createFolder: ({ params, body }) => operations.createFolder(params.spaceId, body.path),
    renameFile: {
      transaction: 'own',
      handle: ({ params, body, account }) => operations.rename(params.spaceId, body, account.username),
    },
    moveFiles: {
      transaction: 'own',
      handle: ({ params, body, account }) => operations.move(params.spaceId, body, account.username),
    },
    copyFiles: {
      transaction: 'own',
      handle: ({ params, body, account }) => operations.copy(params.spaceId, body, account.username),
    },
    deleteFiles: {
      transaction: 'own',
      handle: ({ params, body, account }) => operations.remove(params.spaceId, body.selection, account.username),
    },
    tagFiles: {
      transaction: 'own',
      handle: ({ params, body, account }) => operations.tag(params.spaceId, body, account.username),
    },
  }
}
