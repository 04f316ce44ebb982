import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type ssh2 from 'ssh2'
import { tunnelPort } from '@vermilion/contract/devices/enrolments'
import type { Log } from '#platform/log'
import { loadSsh } from '../connection/connect.ts'

/** Milliseconds from a connection to its tunnel: longer ones hold places of others. */
const openTimeout = 20_000
/** Connections that have no tunnel yet, and all. */
const mostOpening = 64
const mostConnections = 5_000
/** Keys that a connection may try. */
const mostAttempts = 6
const keepaliveInterval = 15_000
const keepaliveCountMax = 3

/** A tunnel that a device holds. */
export interface Tunnel {
  readonly deviceId: string
  readonly connection: ssh2.Connection
  /** The address that the device named, which a channel to it must name again. */
  readonly bindAddress: string
}

interface EndpointNeeds {
  readonly hostKey: string
  readonly log: Log
  /** The device of a user name and the public key that is accepted for it. */
  readonly find: (username: string) => Promise<{ deviceId: string; publicKey: string } | undefined>
  readonly onOpen: (tunnel: Tunnel) => void
  readonly onClose: (tunnel: Tunnel) => void
}

export type TunnelEndpoint = Awaited<ReturnType<typeof listenForTunnels>>

/**
 * An SSH server for tunnels alone: who signs in with a key that is on record may have one port forwarded, which is no port
 * of this machine. Sessions, commands, files, agents, and ways to any other address are refused.
 */
export async function listenForTunnels(needs: EndpointNeeds, { host, port }: { host: string; port: number }) {
  const { Server } = loadSsh()
  const connections = new Set<ssh2.Connection>()
  let opening = 0
  const options = { hostKeys: [needs.hostKey], ident: 'vermilion', keepaliveInterval, keepaliveCountMax }
  const server = new Server(options, (connection) => {
    if (connections.size >= mostConnections || opening >= mostOpening) return void connection.end()
    connections.add(connection)
    opening += 1
    const settle = guard(connection, () => {
      opening -= 1
    })
    connection.once('close', () => {
      connections.delete(connection)
      settle()
    })
    serve(connection, { ...needs, settle })
  })
  server.on('error', (error: Error) => needs.log.warn({ err: error }, 'the endpoint of tunnels has a problem'))
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close(): Promise<void> {
      const closed = once(server, 'close')
      server.close()
      for (const connection of connections) connection.end()
      // A device that does not answer would hold the server's end up.
      const sockets = setTimeout(() => server.emit('close'), 1_000)
      await closed
      clearTimeout(sockets)
    },
  }
}

/** Ends a connection that has no tunnel in time. Answers what is called once it has one, or is gone. */
function guard(connection: ssh2.Connection, onSettled: () => void): () => void {
  let isSettled = false
  const timer = setTimeout(() => connection.end(), openTimeout)
  return () => {
    if (isSettled) return
    isSettled = true
    clearTimeout(timer)
    onSettled()
  }
}

function serve(connection: ssh2.Connection, needs: EndpointNeeds & { settle: () => void }): void {
  const { log, find, settle } = needs
  let deviceId: string | undefined
  let tunnel: Tunnel | undefined
  let attempts = 0
  // Port scanners and broken clients; the close follows.
  connection.on('error', (error: Error) => log.debug({ err: error }, 'a tunnel connection failed'))
  connection.on('authentication', (context) => {
    attempts += 1
    if (context.method !== 'publickey' || attempts > mostAttempts) {
      if (attempts > mostAttempts) connection.end()
      return context.reject(['publickey'])
    }
    void find(context.username).then(
      (device) => {
        if (device === undefined || !isSignedBy(context, device.publicKey)) return context.reject(['publickey'])
        if (context.signature !== undefined) deviceId = device.deviceId
        context.accept()
      },
      () => context.reject(['publickey']),
    )
  })
  connection.on('request', (accept, reject, name, info) => {
    const isTunnel = name === 'tcpip-forward' && 'bindPort' in info && info.bindPort === tunnelPort
    if (!isTunnel || deviceId === undefined || tunnel !== undefined) {
      log.warn({ deviceId, request: name }, 'a device asked for more than its tunnel')
      return reject?.()
    }
    accept?.()
    tunnel = { deviceId, connection, bindAddress: info.bindAddr }
    settle()
    needs.onOpen(tunnel)
  })
  for (const request of ['session', 'tcpip', 'openssh.streamlocal'] as const) {
    connection.on(request as 'session', (_accept, reject) => {
      log.warn({ deviceId, request }, 'a device asked for more than its tunnel')
      reject()
    })
  }
  connection.once('close', () => tunnel && needs.onClose(tunnel))
}

/** Whether the key is the one on record and, where the client has signed by now, whether it holds it. */
function isSignedBy(context: ssh2.PublicKeyAuthContext, publicKey: string): boolean {
  const key = loadSsh().utils.parseKey(publicKey)
  if (key instanceof Error || !key.getPublicSSH().equals(context.key.data)) return false
  if (context.signature === undefined) return true
  // Of a signature that cannot be read it answers an error, which its types do not say.
  const verdict: unknown = context.blob !== undefined && key.verify(context.blob, context.signature, context.hashAlgo)
  return verdict === true
}
