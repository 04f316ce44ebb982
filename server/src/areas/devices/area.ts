import type { BlobStore } from '#platform/blobs/blob-store'
import type { Clock } from '#platform/clock'
import type { DataPaths } from '#platform/data-folder'
import type { Database } from '#platform/database/database'
import type { Events } from '#platform/events/events'
import type { Jobs } from '#platform/jobs/jobs'
import type { Lifecycle } from '#platform/lifecycle'
import type { Log } from '#platform/log'
import type { Secrets } from '#platform/secrets/secrets'
import { createSocketTraffic } from '#platform/socket-traffic'
import type { WorkRegistry } from '#platform/work/work'
import type { Files } from '#areas/files'
import type { Spaces } from '#areas/spaces'
import { createDeviceCollections } from './collections/collections.ts'
import { createDeviceCommands } from './commands/service.ts'
import { createServerKeys } from './connection/server-key.ts'
import { createConnections } from './connections.ts'
import type { DeviceConnections } from './connections.ts'
import { createDeviceFiles } from './files/files.ts'
import { createDeviceImports } from './imports/imports.ts'
import { createDeviceMonitor } from './monitoring/monitor.ts'
import type { ReadingTimes } from './monitoring/poller.ts'
import { createDeviceRecords } from './records.ts'
import { createDeviceService, deviceDeleted } from './service.ts'
import { createDeviceStore } from './store.ts'
import { createTargets } from './targets.ts'
import { createEnrolments } from './tunnels/enrolments.ts'
import { createTunnelStore } from './tunnels/store.ts'
import { createTunnels } from './tunnels/tunnels.ts'
import type { TunnelSettings } from './tunnels/tunnels.ts'

export interface DeviceAreaNeeds {
  database: Database
  clock: Clock
  events: Events
  jobs: Jobs
  lifecycle: Lifecycle
  log: Log
  secrets: Secrets
  work: WorkRegistry
  blobs: BlobStore
  paths: DataPaths
  spaces: Spaces
  files: Files
  agentSocket: string | undefined
  /** Undefined disables tunnels. */
  tunnelSettings: TunnelSettings | undefined
  readingTimes?: Partial<ReadingTimes> | undefined
}

export type DeviceArea = ReturnType<typeof createDeviceArea>

export function createDeviceArea(needs: DeviceAreaNeeds) {
  const { database, clock, events, jobs, lifecycle, log, secrets, agentSocket, tunnelSettings, readingTimes } = needs
  const store = createDeviceStore(database)
  const records = createDeviceRecords({ database, clock, jobs })
  const serverKeys = createServerKeys({ database, secrets })
  // Jump devices have connections of their own.
  const connectionOf = (deviceId: string) => connections.require(deviceId)
  const tunnelStore = createTunnelStore(database)
  const traffic = createSocketTraffic()
  const tunnels = createTunnels({ settings: tunnelSettings, serverKeys, store: tunnelStore, traffic, lifecycle, log })
  const targets = createTargets({ secrets, serverKeys, agentSocket, connectionOf, tunnels })
  const keepRecord = records.keep
  const connections: DeviceConnections = createConnections({ ...needs, store, targets, traffic, keepRecord })
  const monitor = createDeviceMonitor({
    database,
    clock,
    events,
    jobs,
    lifecycle,
    log,
    store,
    connections,
    keepRecord,
    times: readingTimes,
  })
  const service = createDeviceService({
    database,
    clock,
    events,
    secrets,
    serverKeys,
    store,
    targets,
    connections,
    records,
    monitor,
  })
  const commands = createDeviceCommands({ ...needs, devices: store, connections, keepRecord })
  const imports = createDeviceImports({ service, store })
  const nameOf = async (deviceId: string) => (await service.get(deviceId)).name
  const files = createDeviceFiles({ clock, events, jobs, lifecycle, connections, keepRecord, nameOf })
  const collections = createDeviceCollections({ ...needs, connections, deviceFiles: files, nameOf })
  const enrolments = createEnrolments({
    database,
    clock,
    events,
    secrets,
    serverKeys,
    devices: store,
    records,
    store: tunnelStore,
    tunnels,
  })
  tunnels.onOpen((deviceId) => void connections.begin(deviceId))
  events.listen(deviceDeleted, async ({ deviceId }) => {
    await tunnelStore.removeTunnel(deviceId)
    database.afterCommit(() => tunnels.end(deviceId))
  })
  return {
    collections,
    commands,
    enrolments,
    files,
    service,
    imports,
    monitor,
    connections,
    traffic: traffic.total,
    records,
    store,
    serverKeys,
  }
}
