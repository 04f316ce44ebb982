import type { modelFetchEndpoints } from '@vermilion/contract/models/fetches'
import type { Handlers } from '#platform/http/handler'
import type { ModelFetches } from './fetches.ts'

export const modelFetchRoutes = (fetches: ModelFetches): Handlers<typeof modelFetchEndpoints> => ({
  fetchModelFile: ({ body, account }) => fetches.start(body, account),
  getModelFetch: ({ params, account }) => fetches.get(params.fetchId, account),
})
