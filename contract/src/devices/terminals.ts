import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { id } from '../kernel/fields.ts'
import { columns, rows, terminal } from '../terminals.ts'

/**
 * What becomes of the command on a terminal when the connection to its device is cut: `holder`: it goes on under a small
 * program on the device, and not a byte is lost; `connection`: it ends with the connection, since the device has no
 * Python that could hold it.
 */
export const terminalPersistences = ['holder', 'connection'] as const

/** A shell of the account by which the device is signed in to. */
export const deviceTerminal = terminal.extend({ deviceId: id, persistence: z.enum(terminalPersistences) })
export type DeviceTerminal = z.output<typeof deviceTerminal>

const deviceParams = z.object({ deviceId: id })

export const deviceTerminalEndpoints = {
  listDeviceTerminals: endpoint({
    method: 'GET',
    path: '/devices/:deviceId/terminals',
    summary: { en: 'Terminals on a device', zh: '设备上的终端' },
    params: deviceParams,
    answer: z.array(deviceTerminal),
    errors: ['device.not-found'],
  }),
  openDeviceTerminal: endpoint({
    method: 'POST',
    path: '/devices/:deviceId/terminals',
    summary: {
      en: 'Open a shell on a terminal of a device; it is looked at by WebSocket at /terminals/:terminalId/socket',
      zh: '在设备上打开终端；通过 WebSocket /terminals/:terminalId/socket 查看',
    },
    params: deviceParams,
    body: z.object({ columns: columns.default(80), rows: rows.default(24) }),
    answer: deviceTerminal,
    errors: ['device.not-found', 'device.offline', 'terminal.too-many', 'terminal.failed'],
  }),
} as const
