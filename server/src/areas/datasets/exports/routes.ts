import type { datasetExportEndpoints } from '@vermilion/contract/datasets/exports'
import type { Handlers } from '#platform/http/handler'
import { sendContent } from '#platform/http/range'
import type { Exports } from './exports.ts'

export function exportRoutes(exports: Exports): Handlers<typeof datasetExportEndpoints> {
  return {
    createExport: {
      transaction: 'own',
      handle: ({ params, body, account }) => exports.create(params.datasetId, body, account.username),
    },
    findExportLosses: ({ params, body }) => exports.losses(params.datasetId, body),
    listExports: ({ params }) => exports.list(params.datasetId),
    getExport: ({ params }) => exports.get(params.exportId),
    sendExport: {
      transaction: 'own',
      handle: ({ params, body, account }) => exports.send(params.exportId, body, account.username),
    },
    async downloadExport(call) {
      await sendContent(call, await exports.content(call.params.exportId))
    },
  }
}
