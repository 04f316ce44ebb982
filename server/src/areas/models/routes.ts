import type { modelEndpoints } from '@vermilion/contract/models'
import { orderId } from '#areas/tasks'
import type { BlobStore } from '#platform/blobs/blob-store'
import type { Handlers } from '#platform/http/handler'
import { sendContent } from '#platform/http/range'
import type { Models } from './service.ts'

export function modelRoutes(models: Models, blobs: BlobStore): Handlers<typeof modelEndpoints> {
  return {
    listModels: ({ query }) => models.page(query),
    getModel: ({ params }) => models.get(params.modelId),
    inspectModelFile: ({ body }) => models.imports.inspect(body),
    // Reading and trying a file takes longer than a transaction may.
    addModel: { transaction: 'own', handle: ({ body }) => models.imports.add(body) },
    async deleteModel({ params }) {
      await models.delete(params.modelId)
      return {}
    },
    async modelContent(call) {
      const { name, checksum, size } = await models.get(call.params.modelId)
      await sendContent(call, {
        size,
        mediaType: 'application/octet-stream',
        tag: checksum,
        downloadName: `${name}.onnx`,
        open: (range) => blobs.open(checksum, range),
      })
    },
    startInference: {
      transaction: 'own',
      async handle({ params, body, account, language, request }) {
        const requested = { id: orderId(account, request), creator: account, language }
        return models.inferences.start(await models.get(params.modelId), body, requested)
      },
    },
    inferenceReport: ({ params }) => models.inferences.report(params.taskId),
    listInferenceResults: ({ params, query }) => models.inferences.results(params.taskId, query),
  }
}
