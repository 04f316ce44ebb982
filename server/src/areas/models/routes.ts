import type { modelEndpoints } from '@vermilion/contract/models'
import type { Files } from '#areas/files'
import { orderId } from '#areas/tasks'
import type { BlobStore } from '#platform/blobs/blob-store'
import type { Handlers } from '#platform/http/handler'
import { sendContent, unlessGone } from '#platform/http/range'
import { storedContent } from '#platform/http/stored-content'
import { extensionOf } from './card/archive.ts'
import type { createModelImport } from './import/model-import.ts'
import type { Inferences } from './inference/inferences.ts'
import type { createTileSizes } from './inference/tile-sizes.ts'
import type { ModelService } from './service.ts'
import type { ModelStore } from './store.ts'

/** Cache lifetime in milliseconds; a sample never changes. */
const sampleAge = 24 * 3_600_000

interface Needs {
  readonly service: ModelService
  readonly page: ModelStore['page']
  readonly imports: ReturnType<typeof createModelImport>
  readonly inferences: Inferences
  readonly blobs: BlobStore
  readonly tileSizeOf: ReturnType<typeof createTileSizes>
  readonly files: Pick<Files, 'thumbnailOf'>
}

export function modelRoutes(needs: Needs): Handlers<typeof modelEndpoints> {
  const { service, page, imports, inferences, blobs, files } = needs
  return {
    listModels: ({ query }) => page(query),
    getModel: ({ params }) => service.get(params.modelId),
    inspectModelFile: ({ body }) => imports.inspect(body),
    tryModelFile: ({ body }) => imports.try(body),
    // Reading and trying a file takes longer than a transaction may.
    addModel: { transaction: 'own', handle: ({ body, account }) => imports.add(body, account.username) },
    updateModel: ({ params, body }) => service.update(params.modelId, body),
    async deleteModel({ params }) {
      await service.delete(params.modelId)
      return {}
    },
    async modelContent(call) {
      const model = await service.get(call.params.modelId)
      const { name, checksum, size } = model
      await sendContent(call, {
        ...storedContent(blobs, { checksum, size }),
        mediaType: 'application/octet-stream',
        downloadName: `${name}.${extensionOf(model)}`,
      })
    },
    async modelSample(call) {
      const { modelId, ...position } = call.params
      const sample = storedContent(blobs, await service.sample(modelId, position))
      await sendContent(call, { ...sample, mediaType: 'image/png', keepFor: sampleAge })
    },
    modelSampleThumbnail: (call) =>
      unlessGone(call, async () => {
        const { modelId, ...position } = call.params
        const { checksum } = await service.sample(modelId, position)
        await sendContent(call, { ...(await files.thumbnailOf(checksum, call.signal)), keepFor: sampleAge })
      }),
    startInference: {
      transaction: 'own',
      async handle({ params, body, account, language, request }) {
        const requested = { id: orderId(account, request), creator: account, language }
        return inferences.start(await service.runnable.get(params.modelId), body, requested)
      },
    },
    tileSize: async ({ params }) => ({ size: await needs.tileSizeOf(await service.runnable.get(params.modelId)) }),
    inferenceReport: ({ params }) => inferences.report(params.taskId),
    listInferenceResults: ({ params, query }) => inferences.results(params.taskId, query),
  }
}
