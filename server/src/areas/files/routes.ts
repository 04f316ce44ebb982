import type { fileEndpoints } from '@vermilion/contract/files'
import type { spaceReportEndpoints } from '@vermilion/contract/files/space-report'
import type { Handlers } from '#platform/http/handler'
import { sendContent, unlessGone } from '#platform/http/range'
import type { FileService } from './service.ts'
import type { UploadBatches } from './uploads/batches.ts'

export function fileRoutes(files: FileService, batches: UploadBatches): Handlers<typeof fileEndpoints> {
  return {
    reportUpload: ({ params, body, account }) => batches.report(params.batchId, body, account.username),
    listFiles: ({ params, query: { sort, limit, cursor, offset, ...filter } }) =>
      files.list(params.spaceId, filter, { sort, limit, cursor, offset }),
    countFiles: ({ params, query }) => files.count(params.spaceId, query),
    listFolders: ({ params, query: { folder, ...window } }) => files.folders(params.spaceId, folder, window),
    getFolder: ({ params, query }) => files.folder(params.spaceId, query.folder),
    getFile: ({ params }) => files.get(params.fileId),
    fileContent: async (call) => sendContent(call, await files.content(call.params.fileId, call.query.download)),
    fileThumbnail: (call) =>
      unlessGone(call, async () => sendContent(call, await files.thumbnail(call.params.fileId, call.signal))),
  }
}

export function spaceReportRoutes(files: FileService): Handlers<typeof spaceReportEndpoints> {
  return { spaceReport: ({ params, query }) => files.report(params.spaceId, query.folder) }
}
