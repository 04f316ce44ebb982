import type { assistEndpoints } from '@vermilion/contract/assist-models/endpoints'
import type { Handlers } from '#platform/http/handler'
import type { DepthMaps } from './depth/depth-maps.ts'
import type { AssistService } from './service.ts'

export function assistRoutes(service: AssistService, depthMaps: DepthMaps): Handlers<typeof assistEndpoints> {
  return {
    listAssistModels: () => service.list(),
    fetchAssistModel: ({ params, account }) => service.fetch(params.modelId, account.username),
    pauseAssistModel: {
      transaction: 'own',
      handle: ({ params, account }) => service.pause(params.modelId, account.username),
    },
    bringAssistModel: {
      transaction: 'own',
      handle: ({ params, body, account, signal }) =>
        service.bring(params.modelId, body, { by: account.username, signal }),
    },
    makeDepthMaps: ({ params, body, account }) => depthMaps.start(params.spaceId, body, account.username),
    removeAssistModel: {
      transaction: 'own',
      handle: ({ params }) => service.remove(params.modelId),
    },
  }
}
