import type { Accounts } from '#areas/accounts'
import type { DeviceArea } from '#areas/devices'
import type { Services } from '#areas/settings'
import type { Tasks } from '#areas/tasks'
import type { Platform } from '#platform/platform'
import { createAccelerators } from './accelerators.ts'
import { createAlerts } from './alerts/alerts.ts'
import type { FileTrash } from './clean-up/trash.ts'
import { createCleanUps } from './clean-up/clean-ups.ts'
import { createHealth } from './health/health.ts'
import { addServerChecks } from './health/server-checks.ts'
import { createHosts } from './hosts.ts'
import { createMetrics } from './metrics/collect.ts'
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
  'database' | 'clock' | 'events' | 'jobs' | 'lifecycle' | 'log' | 'paths' | 'blobs' | 'blobOwners' | 'checks'
> {
  readonly services: Services
  readonly accounts: Accounts
  readonly devices: DeviceArea
  readonly tasks: Tasks
  readonly trash: { readonly held: FileTrash }
  readonly monitoring?: MonitoringOptions | undefined
}

export type Monitoring = ReturnType<typeof createMonitoring>

export function createMonitoring(needs: MonitoringNeeds) {
  const { clock, events, lifecycle, log, paths, devices, tasks, monitoring: options = {} } = needs
  const history = createReadingHistory(needs)
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
  needs.checks.add(contentCounterCheck(needs.database))
  addServerChecks(needs)
  const health = createHealth({ ...needs, healthAfter: options.healthAfter })
  const alerts = createAlerts({ ...needs, sampler, health })
  const storage = createStorage(needs)
  const hosts = createHosts({ clock, sampler, history, devices, pools: tasks.pools })
  const accelerators = createAccelerators({ clock, sampler, tasks, devices, unusedAfter: options.unusedAfter })
  return {
    history,
    sampler,
    hosts,
    accelerators,
    alerts,
    storage,
    health,
    transfers,
    usage: createUsage({ clock, tasks }),
    cleanUps: createCleanUps({ ...needs, trash: needs.trash.held, measure: storage.measure }),
    metrics: createMetrics({ hosts, accelerators, storage, tasks, transfers, jobs: needs.jobs }),
  }
}
