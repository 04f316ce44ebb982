import type { assistEndpoints } from '@vermilion/contract/assist/endpoints'
import type { Handlers } from '#platform/http/handler'
import type { AssistArea } from './area.ts'

export function assistRoutes({ service, depthMaps }: AssistArea): Handlers<typeof assistEndpoints> {
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
