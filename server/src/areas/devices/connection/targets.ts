import type { Duplex } from 'node:stream'
import type { DeviceCredentials } from '@vermilion/contract/devices/access'
import type { Secrets } from '#platform/secrets/secrets'
import type { Authentication, ConnectionTarget } from './connect.ts'
import type { DeviceConnection } from './connection.ts'
import { ConnectFailed } from './problems.ts'
import { type ServerKeys, signInKey } from '../keys/server-key.ts'
import type { DeviceRow } from '../store.ts'
import type { Tunnels } from '../tunnels/tunnels.ts'

interface TargetsNeeds {
  secrets: Secrets
  serverKeys: ServerKeys
  agentSocket: string | undefined
  connectionOf: (deviceId: string) => Promise<DeviceConnection>
  tunnels: Pick<Tunnels, 'forward'>
}

export type Targets = ReturnType<typeof createTargets>

export function createTargets({ secrets, serverKeys, agentSocket, connectionOf, tunnels }: TargetsNeeds) {
  async function authentication(credentials: DeviceCredentials): Promise<Authentication> {
    if (credentials.method === 'server-key')
      return { method: 'key', privateKey: await serverKeys.privateKey(signInKey) }
    if (credentials.method !== 'agent') return credentials
    if (agentSocket === undefined)
      throw new ConnectFailed('authentication-failed', 'the server runs without an SSH agent (SSH_AUTH_SOCK)')
    return { method: 'agent', socket: agentSocket }
  }

  /** Undefined for a direct connection. */
  async function socketTo(address: Pick<DeviceRow, 'host' | 'port' | 'jumpDeviceId'>): Promise<Duplex | undefined> {
    const { host, port, jumpDeviceId } = address
    if (jumpDeviceId === null) return undefined
    const jump = await connectionOf(jumpDeviceId).catch(() => {
      throw new ConnectFailed('jump-device-offline', 'the jump device is offline')
    })
    return jump.forward(host, port).catch((error: unknown) => {
      throw new ConnectFailed('unreachable', error instanceof Error ? error.message : String(error))
    })
  }

  return {
    agentSocket,
    socketTo,
    authentication,
    async of(row: DeviceRow, signal?: AbortSignal): Promise<Omit<ConnectionTarget, 'hostKey'>> {
      const { host, port, username } = row
      const credentials = JSON.parse(secrets.open(row.credentials)) as DeviceCredentials
      // Before opening the stream: an abandoned one would hold a channel forever.
      const signIn = await authentication(credentials)
      const socket = row.tunnelled === 1 ? await tunnels.forward(row.id) : await socketTo(row)
      return {
        host,
        port,
        username,
        authentication: signIn,
        ...(socket !== undefined && { socket }),
        ...(signal !== undefined && { signal }),
      }
    },
  }
}
