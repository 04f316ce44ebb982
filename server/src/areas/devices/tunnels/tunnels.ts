import type { Duplex } from 'node:stream'
import { tunnelPort } from '@vermilion/contract/devices/enrolments'
import type { Lifecycle } from '#platform/lifecycle'
import type { Log } from '#platform/log'
import type { SocketTraffic } from '#platform/socket-traffic'
import { hostKeyOf } from '../connection/host-key.ts'
import { ConnectFailed } from '../connection/problems.ts'
import type { ServerKeys } from '../connection/server-key.ts'
import { listenForTunnels } from './endpoint.ts'
import type { Tunnel, TunnelEndpoint } from './endpoint.ts'
import type { TunnelStore } from './store.ts'

export const endpointKey = 'tunnels'

const channelTimeout = 15_000

export interface TunnelSettings {
  readonly host: string
  /** 0 selects a free port. */
  readonly port: number
  /** Public address, if it differs from the console's host and the port. */
  readonly address: { host: string; port: number | undefined } | undefined
}

interface TunnelsNeeds {
  settings: TunnelSettings | undefined
  serverKeys: ServerKeys
  store: TunnelStore
  traffic: Pick<SocketTraffic, 'add'>
  lifecycle: Lifecycle
  log: Log
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
    async fingerprint(): Promise<string> {
      const { publicKey } = await serverKeys.publicKey(endpointKey)
      return hostKeyOf(Buffer.from(publicKey.split(' ')[1] ?? '', 'base64')).fingerprint
    },
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
