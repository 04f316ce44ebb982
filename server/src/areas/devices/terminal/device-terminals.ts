import type { DeviceTerminal } from '@vermilion/contract/devices/terminals'
import type { Database } from '#platform/database/database'
import type { Events } from '#platform/events/events'
import { newId } from '#platform/ids'
import type { Lifecycle } from '#platform/lifecycle'
import type { Log } from '#platform/log'
import type { Opened, Terminals } from '#platform/terminals/terminals'
import type { DeviceArea } from '../area.ts'
import type { DeviceConnection } from '../connection/connection.ts'
import { deviceDeleted } from '../service.ts'
import { NoHolder, openHeldTerminal } from './held-terminal.ts'
import type { HeldTerminal } from './held-terminal.ts'
import { openPlainTerminal } from './plain-terminal.ts'

/** Each terminal uses a channel, which commands, readings and files need too. */
const maxPerDevice = 4

interface DeviceTerminalsNeeds {
  devices: DeviceArea
  terminals: Terminals
  database: Database
  events: Events
  lifecycle: Lifecycle
  log: Log
}

type About = Pick<DeviceTerminal, 'deviceId' | 'persistence'>

interface TerminalWanted {
  columns: number
  rows: number
  creator: string
}

export type DeviceTerminals = ReturnType<typeof createDeviceTerminals>

/** With a holder process on the device, terminals survive a lost connection without losing a byte. */
export function createDeviceTerminals(needs: DeviceTerminalsNeeds) {
  const { devices, terminals, database, events, lifecycle, log } = needs
  const { connections, records, service } = devices
  /** Terminals to reattach when their device reconnects. */
  const held = new Map<string, Set<HeldTerminal>>()
  let isOver = false

  const ofDevices = terminals.kind<About>({
    maxOfOwner: maxPerDevice,
    changed: ({ deviceId }) => events.publish({ type: 'device-changed', deviceId }),
    ended: ({ deviceId }, by) => keepRecord(deviceId, 'terminal-closed', by),
  })

  function keepRecord(deviceId: string, action: 'terminal-opened' | 'terminal-closed', account: string | null): void {
    records.keep(deviceId, action, { account }).catch((error: unknown) => {
      if (!isOver) log.error({ err: error, deviceId }, 'what was done on a device could not be kept')
    })
  }

  function hold(deviceId: string, terminal: HeldTerminal): void {
    const ofDevice = held.get(deviceId) ?? new Set()
    held.set(deviceId, ofDevice.add(terminal))
    void terminal.exit.then(() => {
      ofDevice.delete(terminal)
      if (ofDevice.size === 0) held.delete(deviceId)
    })
  }

  async function start(connection: DeviceConnection, deviceId: string, size: { columns: number; rows: number }) {
    try {
      const terminal = await openHeldTerminal({ name: newId(), connection, ...size })
      hold(deviceId, terminal)
      return { terminal, about: { deviceId, persistence: 'holder' } } satisfies Opened<About>
    } catch (error) {
      if (!(error instanceof NoHolder)) throw error
      log.info({ deviceId, reason: error.message }, 'the device cannot hold a terminal')
      const terminal = await openPlainTerminal(connection, size)
      return { terminal, about: { deviceId, persistence: 'connection' } } satisfies Opened<About>
    }
  }

  connections.onConnected((deviceId, connection) => {
    for (const terminal of held.get(deviceId) ?? []) void terminal.attach(connection)
  })
  events.listen(deviceDeleted, async ({ deviceId }) => {
    database.afterCommit(() => ofDevices.closeAll(deviceId))
  })
  lifecycle.onStop(() => {
    isOver = true
  })

  return {
    async list(deviceId: string): Promise<DeviceTerminal[]> {
      await service.get(deviceId)
      return ofDevices.list(deviceId)
    },

    async open(deviceId: string, { columns, rows, creator }: TerminalWanted): Promise<DeviceTerminal> {
      const connection = await connections.require(deviceId)
      const size = { columns, rows }
      const opened = await ofDevices.open({
        owner: deviceId,
        ...size,
        creator,
        start: () => start(connection, deviceId, size),
      })
      keepRecord(deviceId, 'terminal-opened', creator)
      return opened
    },
  }
}
