import type { deviceEndpoints } from '@vermilion/contract/devices'
import type { Handlers } from '#platform/http/handler'
import type { DeviceMonitor } from './monitoring/monitor.ts'
import type { DeviceService } from './service.ts'

export function deviceRoutes(service: DeviceService, monitor: DeviceMonitor): Handlers<typeof deviceEndpoints> {
  return {
    listDevices: ({ query }) => service.list(query),
    listDeviceGroups: () => service.groups(),
    serverKey: () => service.serverKey(),
    scanHostKey: { transaction: 'own', handle: ({ body }) => service.scanHostKey(body) },
    createDevice: { transaction: 'own', handle: ({ body, account }) => service.create(body, account.username) },
    getDevice: ({ params }) => service.get(params.deviceId),
    updateDevice: {
      transaction: 'own',
      handle: ({ params, body, account }) => service.update(params.deviceId, body, account.username),
    },
    deleteDevice: {
      transaction: 'own',
      async handle({ params, account }) {
        await service.remove(params.deviceId, account.username)
        return {}
      },
    },
    confirmHostKey: {
      transaction: 'own',
      handle: ({ params, body, account }) =>
        service.confirmHostKey(params.deviceId, body.fingerprint, account.username),
    },
    connectDevice: { transaction: 'own', handle: ({ params }) => service.connect(params.deviceId) },
    probeDevice: {
      transaction: 'own',
      handle: ({ params, account }) => service.probe(params.deviceId, account.username),
    },
    deviceHistory: ({ params, query }) => service.history(params.deviceId, query),
    deviceDetails: { transaction: 'own', handle: ({ params }) => monitor.details(params.deviceId) },
    listDeviceDeletions: ({ query }) => service.deletions(query),
    listDeviceRecords: ({ params, query }) => service.records(params.deviceId, query),
  }
}
