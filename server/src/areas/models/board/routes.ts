import type { boardInferenceEndpoints } from '@vermilion/contract/board-inferences'
import { orderId } from '#areas/tasks'
import type { Handlers } from '#platform/http/handler'
import type { Models } from '../service.ts'

export function boardRoutes({ runnable, boards, comparisons }: Models): Handlers<typeof boardInferenceEndpoints> {
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
