import type { Duplex } from 'node:stream'
import { tunnelPort } from '@vermilion/contract/devices/enrolments'
import type { Platform } from '#platform/platform'
import type { SocketTraffic } from '#platform/socket-traffic'
import { ConnectFailed } from '../connection/problems.ts'
import type { ServerKeys } from '../keys/server-key.ts'
import { listenForTunnels, type Tunnel, type TunnelEndpoint } from './endpoint.ts'
import type { TunnelStore } from './store.ts'

const endpointKey = 'tunnels'

const channelTimeout = 15_000

interface TunnelsNeeds extends Pick<Platform, 'lifecycle' | 'log'> {
  settings: Platform['config']['tunnels']
  serverKeys: ServerKeys
  store: TunnelStore
  traffic: Pick<SocketTraffic, 'add'>
}

export type Tunnels = ReturnType<typeof createTunnels>

/** The newest of each device. Disabled unless the environment configures a port. */
export function createTunnels({ settings, serverKeys, store, traffic, lifecycle, log }: TunnelsNeeds) {
  const open = new Map<string, Tunnel>()
  const listeners = new Set<(deviceId: string) => void>()
  let endpoint: TunnelEndpoint | undefined

  function add(tunnel: Tunnel): void {
    // A device may reconnect before its old connection is known to be dead.
    const former = open.get(tunnel.deviceId)
    open.set(tunnel.deviceId, tunnel)
    former?.end()
    log.info({ deviceId: tunnel.deviceId }, 'a device opened its tunnel')
    for (const listener of listeners) listener(tunnel.deviceId)
  }

  lifecycle.onStart(async () => {
    if (settings === undefined) return
    const hostKey = await serverKeys.privateKey(endpointKey)
    endpoint = await listenForTunnels(
      {
        hostKey,
        log,
        traffic,
        find: store.tunnelByUser,
        onOpen: add,
        onClose: (tunnel) => void (open.get(tunnel.deviceId) === tunnel && open.delete(tunnel.deviceId)),
      },
      settings,
    )
    log.info({ port: endpoint.port }, 'devices may open tunnels')
  })
  lifecycle.onStop(() => endpoint?.close())

  return {
    settings,
    port: (): number | null => endpoint?.port ?? null,
    publicKey: () => serverKeys.publicKey(endpointKey),
    onOpen: (listener: (deviceId: string) => void) => void listeners.add(listener),
    forward(deviceId: string): Promise<Duplex> {
      const tunnel = open.get(deviceId)
      if (tunnel === undefined)
        return Promise.reject(new ConnectFailed('tunnel-closed', 'the device does not hold its tunnel'))
      const { connection, bindAddress } = tunnel
      return new Promise((resolve, reject) => {
        let isLate = false
        const timer = setTimeout(() => {
          isLate = true
          reject(new ConnectFailed('tunnel-closed', 'the device opened no channel through its tunnel'))
        }, channelTimeout)
        connection.forwardOut(bindAddress, tunnelPort, '127.0.0.1', 0, (error, stream) => {
          clearTimeout(timer)
          if (error) reject(new ConnectFailed('tunnel-closed', error.message))
          else if (isLate) stream.destroy()
          else resolve(stream)
        })
      })
    },
    end(deviceId: string): void {
      open.get(deviceId)?.end()
      open.delete(deviceId)
    },
  }
}
