import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type ssh2 from 'ssh2'
import { tunnelPort } from '@vermilion/contract/devices/enrolments'
import type { Log } from '#platform/log'
import type { SocketTraffic } from '#platform/socket-traffic'
import { loadSsh } from '../connection/ssh-library.ts'

/** Milliseconds from connection to tunnel: pending ones use slots. */
const openTimeout = 20_000
const maxOpening = 64
const maxConnections = 5_000
const maxAttempts = 6
const keepaliveInterval = 15_000
const keepaliveCountMax = 3
const farewellTimeout = 2_000

export interface Tunnel {
  readonly deviceId: string
  readonly connection: ssh2.Connection
  readonly bindAddress: string
  end(): void
}

interface EndpointNeeds {
  readonly hostKey: string
  readonly log: Log
  /** Counts bytes of established tunnels only. */
  readonly traffic: Pick<SocketTraffic, 'add'>
  readonly find: (username: string) => Promise<{ deviceId: string; publicKey: string } | undefined>
  readonly onOpen: (tunnel: Tunnel) => void
  readonly onClose: (tunnel: Tunnel) => void
}

export type TunnelEndpoint = Awaited<ReturnType<typeof listenForTunnels>>

/** A device with a known key may forward one port, which is not opened on this machine. Everything else is refused. */
export async function listenForTunnels(needs: EndpointNeeds, { host, port }: { host: string; port: number }) {
  const { Server } = loadSsh()
  const guarded = new Map<string, GuardedSocket>()
  let opening = 0
  const options = { hostKeys: [needs.hostKey], ident: 'vermilion', keepaliveInterval, keepaliveCountMax }
  const ssh = new Server(options, (connection, { ip, port: from }) => {
    const socket = guarded.get(sourceOf(ip, from))
    // Without a listener an error of port scanners or broken clients would end the process.
    connection.on('error', (error: Error) => {
      needs.log.debug({ err: error }, 'a tunnel connection failed')
      socket?.end()
    })
    if (socket === undefined) return void connection.end()
    serve(connection, { ...needs, ...socket })
  })
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    if (guarded.size >= maxConnections || opening >= maxOpening) return void socket.destroy()
    opening += 1
    const own = guard(socket, () => {
      opening -= 1
    })
    const source = sourceOf(socket.remoteAddress, socket.remotePort)
    guarded.set(source, own)
    socket.once('close', () => {
      own.settle()
      if (guarded.get(source) === own) guarded.delete(source)
    })
    ssh.injectSocket(socket)
  })
  server.on('error', (error: Error) => needs.log.warn({ err: error }, 'the endpoint of tunnels has a problem'))
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close(): Promise<void> {
      const closed = once(server, 'close')
      server.close()
      for (const { end } of guarded.values()) end()
      await closed
    },
  }
}

const sourceOf = (address: string | undefined, port: number | undefined) => `${address} ${port}`

type GuardedSocket = ReturnType<typeof guard>

function guard(socket: Socket, onSettled: () => void) {
  let isSettled = false
  const timer = setTimeout(() => socket.destroy(), openTimeout).unref()
  return {
    socket,
    settle(): void {
      if (isSettled) return
      isSettled = true
      clearTimeout(timer)
      onSettled()
    },
    end(): void {
      socket.end()
      const force = setTimeout(() => socket.destroy(), farewellTimeout).unref()
      socket.once('close', () => clearTimeout(force))
    },
  }
}

function serve(connection: ssh2.Connection, needs: EndpointNeeds & GuardedSocket): void {
  const { log, traffic, find, socket, settle, end } = needs
  let deviceId: string | undefined
  let tunnel: Tunnel | undefined
  let attempts = 0
  let hasWarned = false
  /** Warns once per connection: it may repeat requests endlessly. */
  const warn = (request: string) => {
    if (!hasWarned) log.warn({ deviceId, request }, 'a device asked for more than its tunnel')
    hasWarned = true
  }
  connection.on('authentication', (context) => {
    attempts += 1
    if (context.method !== 'publickey' || attempts > maxAttempts) {
      if (attempts > maxAttempts) end()
      return context.reject(['publickey'])
    }
    find(context.username)
      .then((device) => {
        if (device === undefined || !isSignedBy(context, device.publicKey)) return context.reject(['publickey'])
        if (context.signature !== undefined) deviceId = device.deviceId
        context.accept()
      })
      .catch((error: unknown) => {
        log.debug({ err: error }, 'a tunnel connection could not sign in')
        end()
      })
  })
  connection.on('request', (accept, reject, name, info) => {
    const isTunnel = name === 'tcpip-forward' && 'bindPort' in info && info.bindPort === tunnelPort
    if (!isTunnel || deviceId === undefined || tunnel !== undefined) {
      warn(name)
      return reject?.()
    }
    accept?.()
    tunnel = { deviceId, connection, bindAddress: info.bindAddr, end }
    settle()
    traffic.add(socket)
    needs.onOpen(tunnel)
  })
  for (const request of ['session', 'tcpip', 'openssh.streamlocal'] as const) {
    connection.on(request as 'session', (_accept, reject) => {
      warn(request)
      reject()
    })
  }
  connection.once('close', () => tunnel && needs.onClose(tunnel))
}

function isSignedBy(context: ssh2.PublicKeyAuthContext, publicKey: string): boolean {
  const key = loadSsh().utils.parseKey(publicKey)
  if (key instanceof Error || !key.getPublicSSH().equals(context.key.data)) return false
  if (context.signature === undefined) return true
  // `verify` returns an Error for a malformed signature, which its types omit.
  const verdict: unknown = context.blob !== undefined && key.verify(context.blob, context.signature, context.hashAlgo)
  return verdict === true
}
