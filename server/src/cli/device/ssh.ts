import { parseArgs } from 'node:util'
import { deviceTerminalEndpoints } from '@vermilion/contract/devices/terminals'
import { UsageError } from '../command.ts'
import { attachTerminal } from './attach-terminal.ts'
import { findDevice } from './find-device.ts'
import type { DeviceVerb } from './verb.ts'

const options = { terminal: { type: 'string' } } as const

export const ssh: DeviceVerb = {
  usage: [
    [
      'device ssh NAME [--terminal ID]',
      'opens a terminal on a device, or comes back to one; Ctrl+] leaves it, and it goes on',
    ],
  ],
  async run(parameters, { client, server }) {
    const { values, positionals } = parseArgs({ args: parameters, options, allowPositionals: true })
    const [name, ...more] = positionals
    if (name === undefined || more.length > 0) throw new UsageError('Say which device, by its name.')
    const call = client()
    const { id: deviceId } = await findDevice(call, name)
    // Output to a file has no size.
    const size = process.stdout.isTTY ? { columns: process.stdout.columns, rows: process.stdout.rows } : {}
    const open = async () => {
      const terminal = await call(deviceTerminalEndpoints.openDeviceTerminal, {
        params: { deviceId },
        body: size,
      })
      if (terminal.persistence === 'connection')
        console.error('This terminal ends with the connection: the device has no Python 3 that could hold it.')
      return terminal.id
    }
    const terminalId = values.terminal ?? (await open())
    const ending = await attachTerminal(server(), terminalId)
    if (ending === 'left') {
      console.error(`\r\nLeft. It goes on: vermilion device ssh ${name} --terminal ${terminalId}`)
      return 0
    }
    return ending
  },
}
