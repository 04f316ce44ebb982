import type { dataEvaluationEndpoints } from '@vermilion/contract/data-evaluations'
import type { Handlers } from '#platform/http/handler'
import type { EvaluationService } from './service.ts'
import type { Standards } from './standards/standards.ts'

export function dataEvaluationRoutes(
  service: EvaluationService,
  standards: Standards,
): Handlers<typeof dataEvaluationEndpoints> {
  return {
    listScorers: () => service.scorers(),
    listStandards: ({ language }) => standards.list(language),
    createStandard: ({ body, account }) => standards.create(body, account.username),
    replaceStandard: ({ params, body }) => standards.replace(params.standardId, body),
    async deleteStandard({ params }) {
      await standards.remove(params.standardId)
      return undefined
    },
    listDataEvaluations: ({ params, query }) => service.list(params.spaceId, query),
    createDataEvaluation: {
      transaction: 'own',
      handle: ({ params, body, account, language }) =>
        service.create(params.spaceId, body, { username: account.username, language }),
    },
    estimateDataEvaluation: ({ params, body, language }) => service.estimate(params.spaceId, body, language),
    getDataEvaluation: ({ params }) => service.get(params.evaluationId),
    stopDataEvaluation: {
      transaction: 'own',
      handle: ({ params, account }) => service.stop(params.evaluationId, account.username),
    },
    retryDataEvaluation: ({ params }) => service.retry(params.evaluationId),
    async deleteDataEvaluation({ params }) {
      await service.remove(params.evaluationId)
      return undefined
    },
    listImageResults: ({ params, query }) => service.listResults(params.evaluationId, query),
    reportDataEvaluation: ({ params }) => service.report(params.evaluationId),
    listFileScores: ({ params }) => service.scoresOfFile(params.fileId),
  }
}
