import type { generationEstimateEndpoints } from '@vermilion/contract/generations/estimates'
import type { Handlers } from '#platform/http/handler'
import type { Generations } from '../area.ts'

export function generationEstimateRoutes({
  estimates,
}: Pick<Generations, 'estimates'>): Handlers<typeof generationEstimateEndpoints> {
  return { estimateGeneration: ({ body }) => estimates.estimate(body) }
}
