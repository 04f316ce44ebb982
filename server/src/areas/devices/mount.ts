import { endpointAreas } from '@vermilion/contract/endpoints'
import type { Http } from '#platform/http/http'
import type { DeviceArea } from './area.ts'
import { deviceCollectionRoutes } from './collections/routes.ts'
import { deviceFileRoutes, deviceUploadRoutes } from './files/routes.ts'
import { deviceCommandRoutes } from './commands/routes.ts'
import { deviceImportRoutes } from './imports/routes.ts'
import { deviceRoutes } from './routes.ts'
import type { DeviceTerminals } from './terminal/device-terminals.ts'
import { deviceTerminalRoutes } from './terminal/routes.ts'
import { mountEnrolment } from './tunnels/enrolment-scope.ts'
import { enrolmentRoutes } from './tunnels/routes.ts'

interface MountNeeds {
  terminals: DeviceTerminals
  basePath: string
}

export function mountDevices(http: Http, devices: DeviceArea, { terminals, basePath }: MountNeeds): void {
  http.mount(endpointAreas.devices, deviceRoutes(devices))
  http.mount(endpointAreas.deviceCommands, deviceCommandRoutes(devices.commands))
  http.mount(endpointAreas.deviceTerminals, deviceTerminalRoutes(terminals))
  http.mount(endpointAreas.deviceCollections, deviceCollectionRoutes(devices))
  http.mount(endpointAreas.deviceFiles, deviceFileRoutes(devices))
  http.mount(endpointAreas.deviceUploads, deviceUploadRoutes(devices))
  http.mount(endpointAreas.deviceImports, deviceImportRoutes(devices))
  http.mount(endpointAreas.deviceEnrolments, enrolmentRoutes(devices.enrolments, basePath))
  mountEnrolment(http.server, devices.enrolments, basePath)
}
