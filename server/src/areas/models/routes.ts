import type { modelEndpoints } from '@vermilion/contract/models'
import type { Files } from '#areas/files'
import { orderId } from '#areas/tasks'
import type { BlobStore, ByteRange } from '#platform/blobs/blob-store'
import type { Handlers } from '#platform/http/handler'
import { sendContent, unlessGone } from '#platform/http/range'
import { extensionOf } from './card/archive.ts'
import type { Models } from './service.ts'

/** Cache lifetime in milliseconds; a sample never changes. */
const sampleAge = 24 * 3_600_000

interface Needs {
  readonly blobs: BlobStore
  readonly files: Pick<Files, 'thumbnailOf'>
}

export function modelRoutes(models: Models, { blobs, files }: Needs): Handlers<typeof modelEndpoints> {
  return {
    listModels: ({ query }) => models.page(query),
    getModel: ({ params }) => models.get(params.modelId),
    inspectModelFile: ({ body }) => models.imports.inspect(body),
    tryModelFile: ({ body }) => models.imports.try(body),
    // Reading and trying a file takes longer than a transaction may.
    addModel: { transaction: 'own', handle: ({ body, account }) => models.imports.add(body, account.username) },
    updateModel: ({ params, body }) => models.update(params.modelId, body),
    async deleteModel({ params }) {
      await models.delete(params.modelId)
      return {}
    },
    async modelContent(call) {
      const model = await models.get(call.params.modelId)
      const { name, checksum, size } = model
      await sendContent(call, {
        size,
        mediaType: 'application/octet-stream',
        tag: checksum,
        downloadName: `${name}.${extensionOf(model)}`,
        open: (range) => blobs.open(checksum, range),
      })
    },
    async modelSample(call) {
      const { modelId, ...position } = call.params
      const { checksum, size } = await models.sample(modelId, position)
      const open = (range?: ByteRange) => blobs.open(checksum, range)
      await sendContent(call, { size, mediaType: 'image/png', tag: checksum, keepFor: sampleAge, open })
    },
    modelSampleThumbnail: (call) =>
      unlessGone(call, async () => {
        const { modelId, ...position } = call.params
        const { checksum } = await models.sample(modelId, position)
        await sendContent(call, { ...(await files.thumbnailOf(checksum, call.signal)), keepFor: sampleAge })
      }),
    startInference: {
      transaction: 'own',
      async handle({ params, body, account, language, request }) {
        const requested = { id: orderId(account, request), creator: account, language }
        return models.inferences.start(await models.runnable.get(params.modelId), body, requested)
      },
    },
    inferenceReport: ({ params }) => models.inferences.report(params.taskId),
    listInferenceResults: ({ params, query }) => models.inferences.results(params.taskId, query),
  }
}
