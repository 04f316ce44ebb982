import type { deviceTerminalEndpoints } from '@vermilion/contract/devices/terminals'
import type { Handlers } from '#platform/http/handler'
import type { DeviceTerminals } from './device-terminals.ts'

export function deviceTerminalRoutes(terminals: DeviceTerminals): Handlers<typeof deviceTerminalEndpoints> {
  return {
    listDeviceTerminals: ({ params }) => terminals.list(params.deviceId),
    openDeviceTerminal: {
      transaction: 'own',
      inMemory: true,
      handle: ({ params, body, account }) => terminals.open(params.deviceId, { ...body, creator: account.username }),
    },
  }
}
