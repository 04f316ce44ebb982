import type { monitoringEndpoints } from '@vermilion/contract/monitoring'
import type { Handlers } from '#platform/http/handler'
import type { Monitoring } from './area.ts'

export function monitoringRoutes({ hosts, accelerators }: Monitoring): Handlers<typeof monitoringEndpoints> {
  return {
    listHosts: () => hosts.list(),
    getHostHistory: ({ params, query }) => hosts.history(params.hostId, query),
    listAccelerators: () => accelerators.list(),
  }
}
