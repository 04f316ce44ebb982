import type { Clock } from '#platform/clock'
import { endCommand } from '../connection/command-end.ts'
import type { DeviceConnections } from '../connection/connections.ts'

interface OverdueNeeds {
  clock: Clock
  connections: Pick<DeviceConnections, 'current' | 'onConnected'>
}

/** Milliseconds before a connected device is asked again to end a command. */
const retryDelay = 10_000

/** Commands whose device disconnected: once it is back and their timeout has passed, they are ended there. */
export function createOverdueCommands({ clock, connections }: OverdueNeeds) {
  const byDevice = new Map<string, Map<string, number>>()

  function endDue(deviceId: string): void {
    const connection = connections.current(deviceId)
    const commands = byDevice.get(deviceId)
    if (connection === null || commands === undefined) return
    for (const [name, endAt] of commands) {
      const wait = endAt - clock.now()
      if (wait > 0) setTimeout(() => endDue(deviceId), wait).unref()
      else
        void endCommand(connection, { name }).then((isEnded) => {
          if (isEnded) commands.delete(name)
          else setTimeout(() => endDue(deviceId), retryDelay).unref()
          if (commands.size === 0) byDevice.delete(deviceId)
        })
    }
  }
  connections.onConnected(endDue)

  return {
    add(deviceId: string, name: string, endAt: number): void {
      byDevice.set(deviceId, (byDevice.get(deviceId) ?? new Map<string, number>()).set(name, endAt))
      endDue(deviceId)
    },
  }
}
