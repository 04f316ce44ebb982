import type { boardInferenceEndpoints } from '@vermilion/contract/board-inferences'
import { orderId } from '#areas/tasks'
import type { Handlers } from '#platform/http/handler'
import type { ModelService } from '../service.ts'
import type { createBoardInferences } from './board-inferences.ts'
import type { createComparisons } from './comparisons.ts'

export function boardRoutes(
  runnable: ModelService['runnable'],
  boards: ReturnType<typeof createBoardInferences>,
  comparisons: ReturnType<typeof createComparisons>,
): Handlers<typeof boardInferenceEndpoints> {
  return {
    startBoardInference: {
      transaction: 'own',
      async handle({ params, body, account, language, request }) {
        const caller = { id: orderId(account, request), creator: account, language }
        return boards.start(await runnable.get(params.modelId), body, caller)
      },
    },
    listBoardInferences: ({ query: { device, model, like, ...page }, language }) =>
      boards.page({ ...page, device, model, like }, language),
    getBoardInference: ({ params, language }) => boards.get(params.taskId, language),
    compareBoardInference: ({ params }) => comparisons.compare(params.taskId),
    listComparedImages: ({ params, query }) => comparisons.images(params.taskId, query),
  }
}
