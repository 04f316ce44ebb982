import type { archiveEndpoints } from '@vermilion/contract/files/archives'
import type { fileEndpoints } from '@vermilion/contract/files'
import type { fileOperationEndpoints } from '@vermilion/contract/files/operations'
import type { previewEndpoints } from '@vermilion/contract/files/previews'
import type { scanEndpoints } from '@vermilion/contract/files/scans'
import type { spaceReportEndpoints } from '@vermilion/contract/files/space-report'
import type { trashEndpoints } from '@vermilion/contract/files/trash'
import { maxUploadBytes, type uploadEndpoints } from '@vermilion/contract/files/uploads'
import type { Handlers } from '#platform/http/handler'
import { attachment, sendContent, unlessGone } from '#platform/http/range'
import type { Archives } from './archives/archives.ts'
import type { Scans } from './in-place/scans.ts'
import type { Operations } from './operations/operations.ts'
import type { Previews } from './previews/previews.ts'
import type { FileService } from './service.ts'
import type { Trash } from './trash/trash.ts'
import type { Unpackings } from './unpacking/unpackings.ts'
import type { UploadBatches } from './uploads/batches.ts'
import type { DiskQuota } from './uploads/disk-quota.ts'

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

export function scanRoutes(scans: Scans): Handlers<typeof scanEndpoints> {
  return {
    scanSpace: ({ params, body, account }) => scans.start(params.spaceId, { ...body, owner: account.username }),
  }
}

export function previewRoutes(previews: Previews): Handlers<typeof previewEndpoints> {
  return {
    fileMetadata: ({ params, signal }) => previews.metadata(params.fileId, signal),
    filePreview: (call) =>
      unlessGone(call, async () => sendContent(call, await previews.picture(call.params.fileId, call.signal))),
    filePicture: (call) =>
      unlessGone(call, async () => sendContent(call, await previews.whole(call.params.fileId, call.signal))),
    fileTiling: ({ params }) => previews.tiling(params.fileId),
    fileTile: async (call) => sendContent(call, await previews.tile(call.params.fileId, call.query)),
    fileEntries: ({ params, signal }) => previews.entries(params.fileId, signal),
    fileDocument: async (call) => sendContent(call, await previews.document(call.params.fileId)),
  }
}

interface UploadNeeds {
  readonly files: FileService
  readonly diskQuota: DiskQuota
  readonly unpackings: Unpackings
}

export function uploadRoutes({ files, diskQuota, unpackings }: UploadNeeds): Handlers<typeof uploadEndpoints> {
  return {
    listUnpackings: ({ params }) => unpackings.list(params.spaceId),
    async checkUpload({ params, body }) {
      const paths = body.files.map(({ path }) => path)
      const [check, freeSpace] = await Promise.all([files.checkPaths(params.spaceId, paths), diskQuota.freeSpace()])
      return { ...check, freeSpace, largestFile: maxUploadBytes }
    },
  }
}

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

export function archiveRoutes(archives: Archives): Handlers<typeof archiveEndpoints> {
  return {
    createArchive: {
      transaction: 'own',
      handle: ({ params, body, account }) => archives.create(params.spaceId, body, account.id),
    },
    async downloadArchive({ params, account, reply, signal }) {
      const { name, content } = await archives.download(params.archiveId, account.id, signal)
      reply
        .header('content-disposition', attachment(name))
        .header('cache-control', 'no-store')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(content)
    },
  }
}
