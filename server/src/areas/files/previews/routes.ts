import type { previewEndpoints } from '@vermilion/contract/files/previews'
import type { Handlers } from '#platform/http/handler'
import { sendContent, unlessGone } from '#platform/http/range'
import type { Previews } from './previews.ts'

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
