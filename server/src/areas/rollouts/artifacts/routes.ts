import type { artifactEndpoints } from '@vermilion/contract/rollouts/artifacts'
import type { BlobStore } from '#platform/blobs/blob-store'
import type { Handlers } from '#platform/http/handler'
import { sendContent } from '#platform/http/range'
import { storedContent } from '#platform/http/stored-content'
import type { Artifacts } from './artifacts.ts'

export function artifactRoutes(artifacts: Artifacts, blobs: BlobStore): Handlers<typeof artifactEndpoints> {
  return {
    listArtifacts: ({ query }) => artifacts.page(query),
    getArtifact: ({ params }) => artifacts.get(params.artifactId),
    addArtifact: {
      transaction: 'own',
      handle: ({ body: { fileId, ...description }, account }) =>
        artifacts.addFile(fileId, description, account.username),
    },
    updateArtifact: ({ params, body }) => artifacts.setNotes(params.artifactId, body.notes),
    async deleteArtifact({ params }) {
      await artifacts.remove(params.artifactId)
      return {}
    },
    async artifactContent(call) {
      const { fileName, checksum, size } = await artifacts.get(call.params.artifactId)
      await sendContent(call, {
        ...storedContent(blobs, { checksum, size }),
        mediaType: 'application/octet-stream',
        downloadName: fileName,
      })
    },
  }
}
