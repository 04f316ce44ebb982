import type { deviceFileEndpoints } from '@vermilion/contract/devices/files'
import type { deviceUploadEndpoints } from '@vermilion/contract/devices/file-uploads'
import type { Call, Handlers } from '#platform/http/handler'
import { attachment, sendContent, unlessGone } from '#platform/http/range'
import type { KeepDeviceRecord } from '../records/records.ts'
import { deviceFileContent } from './content.ts'
import type { DeviceFiles } from './files.ts'

export const deviceFileRoutes = (
  { browsing, changes, downloads, sessions }: DeviceFiles,
  keepRecord: KeepDeviceRecord,
): Handlers<typeof deviceFileEndpoints> => ({
  listDeviceFiles: ({ params, query }) => browsing.list(params.deviceId, query),
  getDeviceFile: ({ params, query }) => browsing.get(params.deviceId, query.path),
  deviceFileContent: (call) =>
    unlessGone(call, async () => {
      const { params, query, account, request } = call
      const content = await deviceFileContent(sessions, params.deviceId, query)
      // A download in ranges is recorded once.
      if (!/^bytes=(?!0-)/.test(request.headers.range ?? ''))
        await keepRecord(params.deviceId, 'file-downloaded', { account: account.username, detail: query.path })
      await sendContent(call, content)
    }),
  deviceFileTree: (call) =>
    unlessGone(call, async () => {
      const { params, query, signal } = call
      sendStream(call, await downloads.tree(params.deviceId, query.path, signal))
    }),
  packDeviceFiles: (call) =>
    unlessGone(call, async () => {
      const { params, body, account, signal } = call
      sendStream(call, await downloads.pack(params.deviceId, body.paths, account.username, signal))
    }),
  countDeviceFiles: ({ params, body, signal }) => browsing.count(params.deviceId, body.paths, signal),
  createDeviceArchive: {
    transaction: 'own',
    handle: ({ params, body, account }) => downloads.chooseArchive(params.deviceId, body.paths, account.id),
  },
  downloadDeviceArchive: (call) =>
    unlessGone(call, async () => {
      const { name, content } = await downloads.downloadArchive(call.params.archiveId, call.account, call.signal)
      call.reply.header('content-disposition', attachment(name))
      sendStream(call, content)
    }),
  createDeviceFolder: {
    transaction: 'own',
    handle: ({ params, body, account }) => changes.createFolder(params.deviceId, body, account.username),
  },
  moveDeviceFile: {
    transaction: 'own',
    handle: ({ params, body, account }) => changes.move(params.deviceId, body, account.username),
  },
  deleteDeviceFiles: {
    transaction: 'own',
    handle: ({ params, body, account }) => changes.delete(params.deviceId, body.paths, account.username),
  },
})

export const deviceUploadRoutes = ({ uploads, uploadPack }: DeviceFiles): Handlers<typeof deviceUploadEndpoints> => ({
  getDeviceUpload: {
    transaction: 'own',
    inMemory: true,
    handle: ({ params, body }) => uploads.state(params.deviceId, body),
  },
  uploadDeviceFile: {
    transaction: 'own',
    inMemory: true,
    handle: ({ params, query, request, account }) =>
      uploads.send(params.deviceId, query, request.raw, account.username),
  },
  cancelDeviceUpload: {
    transaction: 'own',
    async handle({ params, query }) {
      await uploads.cancel(params.deviceId, query)
      return {}
    },
  },
  uploadDevicePack: {
    transaction: 'own',
    inMemory: true,
    handle: ({ params, request, account }) => uploadPack(params.deviceId, request.raw, account.username),
  },
})

function sendStream({ reply }: Pick<Call, 'reply'>, content: Parameters<Call['reply']['send']>[0]): void {
  reply
    .header('cache-control', 'no-store')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(content)
}
