import type { autoLabelEndpoints } from '@vermilion/contract/auto-label'
import { orderId } from '#areas/tasks'
import type { Handlers } from '#platform/http/handler'
import type { LabelErrors } from './label-errors/label-errors.ts'
import type { Learning } from './learning/learning.ts'
import type { AutoLabelService } from './service.ts'

interface Parts {
  readonly service: AutoLabelService
  readonly learning: Learning
  readonly labelErrors: LabelErrors
}

export function autoLabelRoutes({ service, learning, labelErrors }: Parts): Handlers<typeof autoLabelEndpoints> {
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
    listLabelErrorRankings: ({ params, query }) => labelErrors.list(params.datasetId, query),
    startLabelErrorRanking: {
      transaction: 'own',
      handle: ({ params, body, account: { username }, language }) =>
        labelErrors.start(params.datasetId, body, { username, language }),
    },
    getLabelErrorRanking: ({ params }) => labelErrors.get(params.rankingId),
    listRankedImages: ({ params, query }) => labelErrors.images(params.rankingId, query),
    getRankedImage: ({ params, query }) => labelErrors.image(params.rankingId, params.itemId, query.kind),
    dismissFinding: ({ params, body, account }) => labelErrors.dismiss(params, body, account.username),
    stopLabelErrorRanking: ({ params }) => labelErrors.stop(params.rankingId),
    deleteLabelErrorRanking: ({ params }) => labelErrors.remove(params.rankingId),
  }
}
