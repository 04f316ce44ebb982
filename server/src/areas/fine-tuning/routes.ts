import type { fineTuningEndpoints } from '@vermilion/contract/fine-tunings/endpoints'
import type { captionEndpoints } from '@vermilion/contract/fine-tunings/captions'
import { orderId } from '#areas/tasks'
import type { Handlers } from '#platform/http/handler'
import type { Captions } from './captions/captions.ts'
import type { FineTuningService } from './service.ts'

export function fineTuningRoutes(fineTunings: FineTuningService): Handlers<typeof fineTuningEndpoints> {
  return {
    listFineTunings: ({ query, language }) => fineTunings.list(query, language),
    checkFineTuning: ({ body }) => fineTunings.check(body),
    createFineTuning: {
      transaction: 'own',
      handle: ({ body, account, language, request }) =>
        fineTunings.create(body, { id: orderId(account, request), creator: account, language }),
    },
  }
}

export function captionRoutes(captions: Captions): Handlers<typeof captionEndpoints> {
  return {
    listCaptions: ({ params, query }) => captions.list(params.spaceId, query),
    countCaptions: ({ params, query }) => captions.count(params.spaceId, query.folder),
    saveCaption: {
      transaction: 'own',
      handle: ({ params, body }) => captions.save(params.spaceId, params.fileId, body.caption),
    },
    changeCaptions: { transaction: 'own', handle: ({ params, body }) => captions.change(params.spaceId, body) },
  }
}
