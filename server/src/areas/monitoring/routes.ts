import type { monitoringEndpoints } from '@vermilion/contract/monitoring/endpoints'
import type { Handlers } from '#platform/http/handler'
import type { Lead } from '#platform/lead/lead'
import type { Alerts } from './alerts/alerts.ts'
import type { createCleanUps } from './clean-up/clean-ups.ts'
import type { Health } from './health/health.ts'
import type { Accelerators } from './hosts/accelerators.ts'
import type { Hosts } from './hosts/hosts.ts'
import type { Storage } from './storage/storage.ts'
import type { createUsage } from './usage/usage.ts'

interface MonitoringParts {
  readonly hosts: Hosts
  readonly accelerators: Accelerators
  readonly storage: Storage
  readonly cleanUps: ReturnType<typeof createCleanUps>
  readonly health: Health
  readonly usage: ReturnType<typeof createUsage>
  readonly alerts: Alerts
  readonly lead: Lead | undefined
}

export function monitoringRoutes(monitoring: MonitoringParts): Handlers<typeof monitoringEndpoints> {
  const { hosts, accelerators, storage, cleanUps, health, usage, alerts, lead } = monitoring
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
    getLeads: async () => (await lead?.list()) ?? { leads: [], standbys: [] },
    listAlertDeliveries: ({ query }) => alerts.deliveries(query),
  }
}
