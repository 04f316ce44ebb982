import { monitoringEndpoints } from '@vermilion/contract/monitoring/endpoints'
import type { Handlers } from '#platform/http/handler'
import type { Http } from '#platform/http/http'
import type { Monitoring } from './area.ts'

function monitoringRoutes(monitoring: Monitoring): Handlers<typeof monitoringEndpoints> {
  const { hosts, accelerators, storage, cleanUps, health, usage } = monitoring
  return {
    listHosts: () => hosts.list(),
    getHostHistory: ({ params, query }) => hosts.history(params.hostId, query),
    listAccelerators: () => accelerators.list(),
    getUsage: ({ query }) => usage(query),
    getStorage: () => storage.read(),
    async measureStorage() {
      await storage.measure()
      return {}
    },
    previewCleanUp: { transaction: 'own', handle: ({ body }) => cleanUps.preview(body.kinds) },
    startCleanUp: ({ body, account }) => cleanUps.start(body.kinds, account.username),
    getHealthChecks: () => health.read(),
    runHealthChecks: ({ body, account }) =>
      health.start({ checks: body.checks, repair: false, startedBy: account.username }),
    repairHealthChecks: ({ body, account }) =>
      health.start({ checks: body.checks, repair: true, startedBy: account.username }),
    getLastCleanUp: async () => ({ cleanUp: await cleanUps.last() }),
  }
}

/** The endpoints of this area, and what it adds to `/metrics`. */
export function mountMonitoring(http: Http, monitoring: Monitoring): void {
  http.mount(monitoringEndpoints, monitoringRoutes(monitoring))
  http.addMetrics(monitoring.metrics)
}
