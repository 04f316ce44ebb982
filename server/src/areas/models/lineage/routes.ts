import type { lineageEndpoints } from '@vermilion/contract/models/lineage'
import type { Handlers } from '#platform/http/handler'
import type { Models } from '../service.ts'

export function lineageRoutes({ lineage, get }: Models): Handlers<typeof lineageEndpoints> {
  return { modelLineage: async ({ params }) => lineage.of(await get(params.modelId)) }
}
