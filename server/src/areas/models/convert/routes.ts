import type { conversionEndpoints } from '@vermilion/contract/models/conversions'
import type { Handlers } from '#platform/http/handler'
import type { Models } from '../service.ts'

export function conversionRoutes({ conversions }: Models): Handlers<typeof conversionEndpoints> {
  return {
    convertModel: ({ params, body, account }) => conversions.start(params.modelId, body, account),
    listConversions: ({ params, query }) => conversions.page(params.modelId, query),
  }
}
