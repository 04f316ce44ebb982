import type { poolEndpoints } from '@vermilion/contract/tasks/pools'
import type { Handlers } from '#platform/http/handler'
import { orderId } from '../creation/order-id.ts'
import type { Pools } from './pools.ts'

export function poolRoutes(pools: Pools): Handlers<typeof poolEndpoints> {
  return {
    listPools: () => pools.list(),
    createPool: {
      transaction: 'own',
      handle: ({ body, account, request }) => pools.create(body, orderId(account, request)),
    },
    checkPool: { transaction: 'own', handle: ({ body }) => pools.check(body) },
    getCluster: ({ params }) => pools.cluster(params.poolId),
    tryPool: { transaction: 'own', handle: ({ body }) => pools.tryRun(body) },
    getPoolTrial: ({ params }) => pools.trialOf(params.trialId),
    getPool: ({ params }) => pools.get(params.poolId),
    updatePool: { transaction: 'own', handle: ({ params, body }) => pools.update(params.poolId, body) },
    async deletePool({ params }) {
      await pools.remove(params.poolId)
      return {}
    },
  }
}
