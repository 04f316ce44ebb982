import type { sweepEndpoints } from '@vermilion/contract/tasks/sweeps/sweeps'
import type { Handlers } from '#platform/http/handler'
import { orderId } from '../creation/order-id.ts'
import type { Sweeps } from './service.ts'

export function sweepRoutes(sweeps: Sweeps): Handlers<typeof sweepEndpoints> {
  return {
    createSweep: {
      transaction: 'own',
      handle: ({ body, account, request, language }) =>
        sweeps.create(body, { id: orderId(account, request), creator: account.username }, language),
    },
    listSweeps: ({ query }) => sweeps.page(query),
    getSweep: ({ params, language }) => sweeps.get(params.sweepId, language),
    async stopSweep({ params, language }) {
      await sweeps.stop(params.sweepId)
      return sweeps.get(params.sweepId, language)
    },
    async continueSweep({ params, body, language }) {
      await sweeps.continue(params.sweepId, body)
      return sweeps.get(params.sweepId, language)
    },
    async registerTrial({ params }) {
      await sweeps.register(params.sweepId, params.taskId)
      return {}
    },
    async deleteSweep({ params }) {
      await sweeps.remove(params.sweepId)
      return {}
    },
    compareSweeps: ({ query }) => sweeps.compare(query.first, query.second),
  }
}
