import { endpointAreas } from '@vermilion/contract/endpoints'
import type { Accounts } from '#areas/accounts'
import type { DeviceArea } from '#areas/devices'
import type { Services } from '#areas/settings'
import type { Tasks } from '#areas/tasks'
import type { Http } from '#platform/http/http'
import type { Platform } from '#platform/platform'
import { createAccelerators } from './hosts/accelerators.ts'
import { createAlerts } from './alerts/alerts.ts'
import type { FileTrash } from './clean-up/trash.ts'
import { createCleanUps } from './clean-up/clean-ups.ts'
import { createHealth } from './health/health.ts'
import { addServerChecks } from './health/server-checks.ts'
import { createHosts } from './hosts/hosts.ts'
import { createMetrics } from './metrics/collect.ts'
import { monitoringRoutes } from './routes.ts'
import { createSampler } from './sampling/sampler.ts'
import { createReadingHistory } from './series/history.ts'
import { contentCounterCheck } from './storage/content-counters.ts'
import { createStorage } from './storage/storage.ts'
import { createTransfers } from './transfers/transfers.ts'
import { createUsage } from './usage/usage.ts'

export interface MonitoringOptions {
  /** Milliseconds between two readings of the server's machine. */
  readonly interval?: number
  readonly root?: string
  /** Seconds without load after which a held accelerator counts as unused. */
  readonly unusedAfter?: number
  /** Milliseconds from startup to the first automatic health checks. */
  readonly healthAfter?: number
}

interface MonitoringNeeds extends Pick<
  Platform,
  'database' | 'clock' | 'events' | 'jobs' | 'lead' | 'lifecycle' | 'log' | 'paths' | 'blobs' | 'blobOwners' | 'checks'
> {
  readonly services: Services
  readonly accounts: Accounts
  readonly devices: DeviceArea
  readonly tasks: Tasks
  readonly trash: { readonly held: FileTrash }
  readonly monitoring?: MonitoringOptions | undefined
}

export function createMonitoring(needs: MonitoringNeeds) {
  const { database, clock, events, jobs, lifecycle, log, paths, blobs, blobOwners, checks } = needs
  const { accounts, services, devices, tasks, trash, monitoring: options = {} } = needs
  const history = createReadingHistory({ database, clock, jobs, lifecycle, log })
  const transfers = createTransfers({ devices: { total: devices.traffic } })
  const sampler = createSampler({
    transfers: transfers.rates,
    clock,
    lifecycle,
    log,
    history,
    dataFolder: paths.folder,
    interval: options.interval,
    root: options.root,
    read() {
      events.publish({ type: 'host-readings' })
      alerts.evaluateLater()
    },
  })
  checks.add(contentCounterCheck(database))
  addServerChecks({ blobs, database, clock, lifecycle, paths, checks, services, tasks })
  const shared = { database, clock, events, jobs }
  const health = createHealth({ ...shared, checks, lifecycle, log, healthAfter: options.healthAfter })
  const watched = { sampler, devices, tasks, accounts, health, blobs }
  const alerts = createAlerts({ ...shared, ...watched, lifecycle, log, services })
  const storage = createStorage({ ...shared, blobOwners, paths, tasks })
  const hosts = createHosts({ clock, sampler, history, devices, pools: tasks.pools })
  const accelerators = createAccelerators({ clock, sampler, tasks, devices, unusedAfter: options.unusedAfter })
  const content = { blobs, blobOwners, paths, trash: trash.held, environments: tasks.environments }
  const cleanUps = createCleanUps({ ...shared, ...content, measure: storage.measure })
  const usage = createUsage({ clock, tasks })
  return {
    sampler,
    mount(http: Http): void {
      const parts = { hosts, accelerators, storage, cleanUps, health, usage, alerts, lead: needs.lead }
      http.mount(endpointAreas.monitoring, monitoringRoutes(parts))
      http.metrics.add(createMetrics({ hosts, accelerators, storage, tasks, transfers, jobs }))
      transfers.countRoutes(http.traffic)
    },
  }
}
