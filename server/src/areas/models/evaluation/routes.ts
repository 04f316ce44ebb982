import type { evaluationEndpoints } from '@vermilion/contract/evaluations'
import type { Handlers } from '#platform/http/handler'
import { attachment, sendContent } from '#platform/http/range'
import type { Evaluations } from './evaluations.ts'
import type { Suggestions } from './suggestions.ts'

export function evaluationRoutes(
  evaluations: Evaluations,
  suggestions: Suggestions,
): Handlers<typeof evaluationEndpoints> {
  return {
    getEvaluation: ({ params }) => evaluations.get(params.taskId),
    async evaluateInference({ params, body }) {
      await evaluations.request(params.taskId, body)
      return {}
    },
    evaluationCurves: ({ params, query }) => evaluations.curves(params.taskId, query.part),
    evaluationConfusion: ({ params, query }) => evaluations.confusion(params.taskId, query.part),
    listEvaluatedImages: ({ params, query }) => evaluations.images(params.taskId, query),
    async exportEvaluation(call) {
      const { taskId } = call.params
      const { kind } = call.query
      if (kind !== 'json') return sendContent(call, await evaluations.file(taskId, kind))
      const [evaluation, curves, confusion] = await Promise.all([
        evaluations.get(taskId),
        evaluations.curves(taskId),
        evaluations.confusion(taskId),
      ])
      call.reply
        .type('application/json')
        .header('content-disposition', attachment('evaluation.json'))
        .send(JSON.stringify({ evaluation, curves, confusion }))
    },
    suggestShapes: ({ params, body, account }) => suggestions.start(params.taskId, body, account.username),
    getSuggestions: ({ params }) => suggestions.get(params.taskId, params.suggestionsId),
  }
}
