import type { comparisonEndpoints } from '@vermilion/contract/models/comparisons'
import type { Handlers } from '#platform/http/handler'
import type { Models } from '../service.ts'

export function comparisonRoutes({ modelComparisons }: Models): Handlers<typeof comparisonEndpoints> {
  return {
    compareModels: ({ query }) => modelComparisons.compare(query),
    contrastedImages: ({ query }) => modelComparisons.images(query),
  }
}
