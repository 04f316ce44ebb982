import { monitoringEndpoints } from '@vermilion/contract/monitoring/endpoints'
import type { Handlers } from '#platform/http/handler'
import type { Http } from '#platform/http/http'
import type { Monitoring } from './area.ts'

function monitoringRoutes(monitoring: Monitoring): Handlers<typeof monitoringEndpoints> {
  const { hosts, accelerators, storage, cleanUps, health, usage, alerts } = monitoring
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
    previewCleanUp: ({ body }) => cleanUps.preview(body.kinds),
    startCleanUp: ({ body, account }) => cleanUps.start(body.kinds, account.username),
    getHealthChecks: () => health.read(),
    runHealthChecks: ({ body, account }) =>
      health.start({ checks: body.checks, repair: false, startedBy: account.username }),
    repairHealthChecks: ({ body, account }) =>
      health.start({ checks: body.checks, repair: true, startedBy: account.username }),
    getLastCleanUp: () => cleanUps.last(),
    restoreCleanUp: ({ params }) => cleanUps.restore(params.cleanUpId),
    releaseCleanUp: ({ params }) => cleanUps.release(params.cleanUpId),
    listAlerts: ({ query }) => alerts.list(query),
    countAlerts: () => alerts.count(),
    acknowledgeAlert: ({ params, account }) => alerts.acknowledge(params.alertId, account.username),
    listAlertSilences: () => alerts.silences(),
    addAlertSilence: ({ body, account }) => alerts.silence(body, account.username),
    endAlertSilence: ({ params }) => alerts.endSilence(params.silenceId),
    listAlertRules: () => alerts.rules(),
    changeAlertRule: ({ params, body }) => alerts.changeRule(params.rule, body),
    listAlertDeliveries: ({ query }) => alerts.deliveries(query),
  }
}

export function mountMonitoring(http: Http, monitoring: Monitoring): void {
  http.mount(monitoringEndpoints, monitoringRoutes(monitoring))
  http.metrics.add(monitoring.metrics)
  monitoring.transfers.countRoutes(http.traffic)
}
