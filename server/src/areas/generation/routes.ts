import type { generationEndpoints } from '@vermilion/contract/generations'
import type { Handlers } from '#platform/http/handler'
import { attachment } from '#platform/http/range'
import type { Presets } from './presets/presets.ts'
import type { GenerationService } from './service.ts'

export function generationRoutes(service: GenerationService, presets: Presets): Handlers<typeof generationEndpoints> {
  return {
    listWorkflows: () => service.workflows(),
    getKeptWorkflow: ({ params }) => service.keptWorkflow(params.version),
    listGenerations: ({ params, query }) => service.list(params.spaceId, query),
    createGeneration: {
      transaction: 'own',
      handle: ({ params, body, account }) => service.create(params.spaceId, body, account.username),
    },
    getGeneration: ({ params }) => service.get(params.generationId),
    listGeneratedImages: ({ params, query }) => service.listImages(params.generationId, query),
    listImagesInProgress: ({ params }) => service.listInProgress(params.generationId),
    stopGeneration: {
      transaction: 'own',
      handle: ({ params, account }) => service.stop(params.generationId, account.username),
    },
    async deleteGeneration({ params, query, account }) {
      await service.remove(params.generationId, { withImages: query.images, by: account.username })
      return undefined
    },
    getLineage: ({ params }) => service.lineage(params.fileId),
    async getFilledWorkflow({ params, reply }) {
      const { name, content } = await service.filledWorkflow(params.fileId)
      reply.header('content-disposition', attachment(name))
      await reply.send(JSON.stringify(content, null, 2))
    },
    listPresets: () => presets.list(),
    createPreset: ({ body, account }) => presets.create(body, account.username),
    replacePreset: ({ params, body }) => presets.replace(params.presetId, body),
    async deletePreset({ params }) {
      await presets.remove(params.presetId)
      return undefined
    },
  }
}
