import type { autoLabelEndpoints } from '@vermilion/contract/auto-label'
import { orderId } from '#areas/tasks'
import type { Handlers } from '#platform/http/handler'
import type { Learning } from './learning/learning.ts'
import type { AutoLabelService } from './service.ts'

interface Parts {
  readonly service: AutoLabelService
  readonly learning: Learning
}

export function autoLabelRoutes({ service, learning }: Parts): Handlers<typeof autoLabelEndpoints> {
  return {
    listLabellers: ({ params }) => service.labellers(params.datasetId),
    previewAutoLabel: {
      transaction: 'own',
      handle: ({ params, body, signal }) => service.preview(params.datasetId, body, signal),
    },
    listAutoLabels: ({ params, query }) => service.list(params.datasetId, query),
    startAutoLabel: {
      transaction: 'own',
      handle: ({ params, body, account }) => service.start(params.datasetId, body, account.username),
    },
    getAutoLabel: ({ params }) => service.get(params.runId),
    listAutoLabelImages: ({ params, query }) => service.listImages(params.runId, query),
    reportAutoLabel: ({ params }) => service.report(params.runId),
    stopAutoLabel: {
      transaction: 'own',
      handle: ({ params, account }) => service.stop(params.runId, account.username),
    },
    undoAutoLabel: ({ params }) => service.undo(params.runId),
    listLearningRounds: ({ params, query }) => learning.list(params.datasetId, query),
    startLearningRound: {
      transaction: 'own',
      handle: ({ params, body, account, language, request }) =>
        learning.start(params.datasetId, body, { id: orderId(account, request), creator: account, language }),
    },
  }
}
