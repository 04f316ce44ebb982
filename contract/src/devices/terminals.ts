import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { id } from '../kernel/fields.ts'
import { columns, rows, terminal } from '../terminals.ts'

/** When the connection drops, `holder` keeps the command running; under `connection` it ends (no Python on the device). */
export const terminalPersistences = ['holder', 'connection'] as const

export const deviceTerminal = terminal.extend({ deviceId: id, persistence: z.enum(terminalPersistences) })
export type DeviceTerminal = z.output<typeof deviceTerminal>

export const deviceTerminalEndpoints = {
  listDeviceTerminals: endpoint('GET', '/devices/:deviceId/terminals', {
    summary: { en: 'Terminals on a device', zh: '设备上的终端' },
    answer: z.array(deviceTerminal),
    errors: ['device.not-found'],
  }),
  openDeviceTerminal: endpoint('POST', '/devices/:deviceId/terminals', {
    summary: {
      en: 'Open a shell on a terminal of a device; it is looked at by WebSocket at /terminals/:terminalId/socket',
      zh: '在设备上打开终端；通过 WebSocket /terminals/:terminalId/socket 查看',
    },
    body: z.object({ columns: columns.default(80), rows: rows.default(24) }),
    answer: deviceTerminal,
    errors: ['device.not-found', 'device.offline', 'terminal.too-many', 'terminal.failed'],
  }),
} as const
