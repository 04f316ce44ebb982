import type { serviceEndpoints } from '@vermilion/contract/services'
import type { Handlers } from '#platform/http/handler'
import type { Services } from './services.ts'

export function serviceRoutes(services: Services): Handlers<typeof serviceEndpoints> {
  return {
    listServices: () => services.list(),
    createService: ({ body, account }) => services.create(body, account.username),
    replaceService: ({ params, body, account }) => services.replace(params.serviceId, body, account.username),
    deleteService: ({ params }) => services.remove(params.serviceId),
    testService: {
      transaction: 'own',
      handle: ({ params, signal }) => services.test(params.serviceId, signal),
    },
    tryService: {
      transaction: 'own',
      handle: ({ body, query, signal }) => services.try(body, query.serviceId, signal),
    },
  }
}
