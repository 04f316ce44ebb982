import type { poolEndpoints } from '@vermilion/contract/pools'
import type { Handlers } from '#platform/http/handler'
import type { Pools } from './pools.ts'

export function poolRoutes(pools: Pools): Handlers<typeof poolEndpoints> {
  return {
    listPools: () => pools.list(),
    createPool: ({ body }) => pools.create(body),
    getPool: ({ params }) => pools.get(params.poolId),
    updatePool: ({ params, body }) => pools.update(params.poolId, body),
    async deletePool({ params }) {
      await pools.remove(params.poolId)
      return {}
    },
  }
}
