import type { Platform } from '#platform/platform'
import type { DeviceConnections } from '../connection/connections.ts'
import type { KeepDeviceRecord } from '../records/records.ts'
import type { DeviceStore } from '../store.ts'
import { createDeviceDetails } from './details.ts'
import { createDeviceHistory } from './history/history.ts'
import { createLatestReadings } from './latest.ts'
import { createPoller, type ReadingTimes, usualReadingTimes } from './poller.ts'
import { createProber } from './prober.ts'

const staleInterval = 3_600_000

interface MonitorNeeds extends Pick<Platform, 'database' | 'clock' | 'events' | 'jobs' | 'lifecycle' | 'log'> {
  store: DeviceStore
  connections: DeviceConnections
  keepRecord: KeepDeviceRecord
  times?: Partial<ReadingTimes> | undefined
}

export type DeviceMonitor = ReturnType<typeof createDeviceMonitor>

export function createDeviceMonitor(needs: MonitorNeeds) {
  const { clock, lifecycle, log, store, connections, times } = needs
  const prober = createProber(needs)
  const latest = createLatestReadings(needs)
  const history = createDeviceHistory(needs)
  const poller = createPoller({
    clock,
    connections,
    times: { ...usualReadingTimes, ...times },
    receive(deviceId, reading) {
      latest.put(deviceId, reading)
      history.add(deviceId, reading)
    },
    hasBeenRead: async (deviceId) => ((await store.byId(deviceId))?.reading ?? null) !== null,
  })
  connections.onConnected((deviceId, connection) => {
    void prober.probeIfStale(deviceId, connection).then((isUsable) => {
      if (isUsable && connection.isOpen()) poller.follow(deviceId, connection)
    })
  })
  let timer: NodeJS.Timeout | undefined
  const probeStale = () =>
    void prober
      .probeStale(connections.current)
      .catch((error: unknown) => log.error({ err: error }, 'devices could not be probed'))
  lifecycle.onStart(() => {
    timer = setInterval(probeStale, staleInterval).unref()
  })
  lifecycle.onStop(() => clearInterval(timer))

  return {
    probe: prober.probeNow,
    details: createDeviceDetails({ clock, connections, store }),
    history,
    async removeDevice(deviceId: string): Promise<void> {
      latest.forget(deviceId)
      await history.removeDevice(deviceId)
    },
  }
}
