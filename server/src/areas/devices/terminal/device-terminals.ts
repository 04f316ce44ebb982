import type { DeviceTerminal } from '@vermilion/contract/devices/terminals'
import { newId } from '#platform/ids'
import type { Platform } from '#platform/platform'
import type { Opened, Terminals } from '#platform/terminals/terminals'
import type { DeviceConnection } from '../connection/connection.ts'
import type { DeviceConnections } from '../connection/connections.ts'
import { deviceDeleted } from '../records/device-deleted.ts'
import type { KeepDeviceRecord } from '../records/records.ts'
import type { DeviceService } from '../service.ts'
import { type HeldTerminal, NoHolder, openHeldTerminal } from './held-terminal.ts'
import { openPlainTerminal } from './plain-terminal.ts'

/** Each terminal uses a channel, which commands, readings and files need too. */
const maxPerDevice = 4

interface DeviceTerminalsNeeds extends Pick<Platform, 'database' | 'events' | 'lifecycle' | 'log'> {
  terminals: Terminals
  connections: DeviceConnections
  service: Pick<DeviceService, 'get'>
  keepRecord: KeepDeviceRecord
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
  const { terminals, database, events, lifecycle, log, connections, service, keepRecord } = needs
  /** Terminals to reattach when their device reconnects. */
  const held = new Map<string, Set<HeldTerminal>>()
  let isOver = false

  const ofDevices = terminals.kind<About>({
    maxOfOwner: maxPerDevice,
    changed: ({ deviceId }) => events.publish({ type: 'device-changed', deviceId }),
    ended: ({ deviceId }, by) => record(deviceId, 'terminal-closed', by),
  })

  function record(deviceId: string, action: 'terminal-opened' | 'terminal-closed', account: string | null): void {
    keepRecord(deviceId, action, { account }).catch((error: unknown) => {
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
      record(deviceId, 'terminal-opened', creator)
      return opened
    },
  }
}
