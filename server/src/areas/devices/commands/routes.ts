import type { deviceCommandEndpoints } from '@vermilion/contract/devices/commands'
import type { Handlers } from '#platform/http/handler'
import type { DeviceCommands } from './service.ts'

export function deviceCommandRoutes(commands: DeviceCommands): Handlers<typeof deviceCommandEndpoints> {
  return {
    listDeviceCommands: ({ query }) => commands.list(query),
    runDeviceCommand: ({ body, account }) => commands.run(body, account.username),
    getDeviceCommand: ({ params }) => commands.get(params.commandId),
    listCommandOutcomes: ({ params, query }) => commands.outcomes(params.commandId, query),
    readCommandOutput: ({ params }) => commands.output(params.commandId, params.deviceId),
    stopDeviceCommand: ({ params }) => commands.stop(params.commandId),
  }
}
