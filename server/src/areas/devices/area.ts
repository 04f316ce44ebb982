import { endpointAreas } from '@vermilion/contract/endpoints'
import type { Http } from '#platform/http/http'
import type { Platform } from '#platform/platform'
import { createSocketTraffic } from '#platform/socket-traffic'
import type { Terminals } from '#platform/terminals/terminals'
import type { Files } from '#areas/files'
import type { Spaces } from '#areas/spaces'
import { createDeviceCollections } from './collections/collections.ts'
import { deviceCollectionRoutes } from './collections/routes.ts'
import { deviceCommandRoutes } from './commands/routes.ts'
import { createDeviceCommands } from './commands/service.ts'
import { createConnections, type DeviceConnections } from './connection/connections.ts'
import { createTargets } from './connection/targets.ts'
import { createDeviceFiles } from './files/files.ts'
import { deviceFileRoutes, deviceUploadRoutes } from './files/routes.ts'
import { createDeviceImports } from './imports/imports.ts'
import { deviceImportRoutes } from './imports/routes.ts'
import { createServerKeys } from './keys/server-key.ts'
import { createDeviceMonitor } from './monitoring/monitor.ts'
import type { ReadingTimes } from './monitoring/poller.ts'
import { deviceDeleted } from './records/device-deleted.ts'
import { createDeviceRecords } from './records/records.ts'
import { deviceRoutes } from './routes.ts'
import { createDeviceService } from './service.ts'
import { createDeviceStore } from './store.ts'
import { createDeviceTerminals } from './terminal/device-terminals.ts'
import { deviceTerminalRoutes } from './terminal/routes.ts'
import { mountEnrolment } from './tunnels/enrolment-scope.ts'
import { createEnrolments } from './tunnels/enrolments.ts'
import { enrolmentRoutes } from './tunnels/routes.ts'
import { createTunnelStore } from './tunnels/store.ts'
import { createTunnels } from './tunnels/tunnels.ts'

interface DevicesNeeds extends Pick<
  Platform,
  'database' | 'clock' | 'events' | 'jobs' | 'lifecycle' | 'log' | 'secrets' | 'work' | 'blobs' | 'paths'
> {
  config: Pick<Platform['config'], 'agentSocket' | 'basePath' | 'tunnels'>
  spaces: Spaces
  files: Files
  readingTimes?: Partial<ReadingTimes> | undefined
}

export type DeviceArea = ReturnType<typeof createDevices>

export function createDevices(needs: DevicesNeeds) {
  const { config, database, clock, events, jobs, lifecycle, log, secrets, work, blobs, paths, spaces, files } = needs
  const { agentSocket, basePath } = config
  const store = createDeviceStore(database)
  const records = createDeviceRecords({ database, clock, jobs })
  const serverKeys = createServerKeys({ database, secrets })
  // Jump devices have connections of their own.
  const connectionOf = (deviceId: string) => connections.require(deviceId)
  const tunnelStore = createTunnelStore(database)
  const traffic = createSocketTraffic()
  const tunnels = createTunnels({ settings: config.tunnels, serverKeys, store: tunnelStore, traffic, lifecycle, log })
  const targets = createTargets({ secrets, serverKeys, agentSocket, connectionOf, tunnels })
  const shared = { database, clock, events, lifecycle, log, keepRecord: records.keep }
  const connections: DeviceConnections = createConnections({ ...shared, store, targets, traffic })
  const monitor = createDeviceMonitor({ ...shared, jobs, store, connections, times: needs.readingTimes })
  const identity = { database, clock, events, secrets, serverKeys, records }
  const service = createDeviceService({ ...identity, store, targets, connections, monitor })
  const commands = createDeviceCommands({ ...shared, work, devices: store, connections })
  const imports = createDeviceImports({ service, store })
  const nameOf = async (deviceId: string) => (await service.get(deviceId)).name
  const deviceFiles = createDeviceFiles({ ...shared, jobs, connections, nameOf })
  const { sessions } = deviceFiles
  const content = { blobs, paths, spaces, files }
  const collections = createDeviceCollections({ ...shared, ...content, jobs, work, connections, sessions, nameOf })
  const enrolments = createEnrolments({ ...identity, devices: store, store: tunnelStore, tunnels })
  tunnels.onOpen((deviceId) => void connections.begin(deviceId))
  events.listen(deviceDeleted, async ({ deviceId }) => {
    await tunnelStore.removeTunnel(deviceId)
    database.afterCommit(() => tunnels.end(deviceId))
  })
  return {
    service,
    monitor,
    connections,
    traffic: traffic.total,
    records,
    store,
    files: deviceFiles,
    mount(http: Http, terminals: Terminals): void {
      const deviceTerminals = createDeviceTerminals({ ...shared, terminals, connections, service })
      http.mount(endpointAreas.devices, deviceRoutes(service, monitor))
      http.mount(endpointAreas.deviceCommands, deviceCommandRoutes(commands))
      http.mount(endpointAreas.deviceTerminals, deviceTerminalRoutes(deviceTerminals))
      http.mount(endpointAreas.deviceCollections, deviceCollectionRoutes(collections))
      http.mount(endpointAreas.deviceFiles, deviceFileRoutes(deviceFiles, records.keep))
      http.mount(endpointAreas.deviceUploads, deviceUploadRoutes(deviceFiles))
      http.mount(endpointAreas.deviceImports, deviceImportRoutes(imports))
      http.mount(endpointAreas.deviceEnrolments, enrolmentRoutes(enrolments, basePath))
      mountEnrolment(http.server, enrolments, basePath)
    },
  }
}
