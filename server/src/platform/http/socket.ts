import { ServerResponse } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { fail } from '@vermilion/contract/kernel/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import type { Authenticator } from './authentication.ts'
import { authenticate, bearerToken, refuseReader } from './authentication.ts'
import type { Identity } from './handler.ts'
import type { StreamLimit } from './limits/stream-limit.ts'

/** What is there before anything is said to who asks; it fails like any other call. */
export type SocketHandler = (caller: Identity, request: FastifyRequest) => Promise<(socket: WebSocket) => void>

export interface SocketNeeds {
  readonly authenticator: Authenticator
  readonly streams: StreamLimit
}

export interface SocketOrder {
  readonly path: string
  readonly protocol: string
  /** Before a token that is named as a protocol, since pages can send no header with a WebSocket. */
  readonly tokenProtocol: string
  readonly mostMessage: number
  readonly handle: SocketHandler
}

/** To a viewer whose sign-in has ended. */
const signedOut = 4401
/** Milliseconds that the viewer has to answer the farewell. */
const farewell = 1_000

interface Upgrade {
  socket: Duplex
  head: Buffer
}
const upgrades = new WeakMap<IncomingMessage, Upgrade>()

/** Only for a WebSocket, which begins with GET; whoever offers another protocol is answered as if it had not. */
export const shouldUpgrade = ({ method, headers }: IncomingMessage) =>
  method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket'

/** Leads requests for a WebSocket the way of all requests, so that they are signed in, refused and logged like them. */
export function routeUpgrades(server: FastifyInstance): void {
  server.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    upgrades.set(request, { socket, head })
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket as Socket)
    // Whoever is refused may leave its own half open for ever, and the server waits for every connection when it ends.
    response.once('finish', () => (socket as Socket).destroySoon())
    socket.on('error', () => socket.destroy())
    server.routing(request, response)
  })
}

/** Mounts a WebSocket, behind the same sign-in as all else and only for pages of this server. */
export function mountSocket(scope: FastifyInstance, needs: SocketNeeds, order: SocketOrder): void {
  const { authenticator, streams } = needs
  const { path, protocol, tokenProtocol, mostMessage, handle } = order
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: mostMessage,
    handleProtocols: (offered) => (offered.has(protocol) ? protocol : false),
  })
  scope.route({
    method: 'GET',
    url: path,
    compress: false,
    async onRequest(request) {
      const token = protocolsOf(request).find((name) => name.startsWith(tokenProtocol))
      if (token !== undefined && bearerToken(request) === undefined) {
        request.headers.authorization = `Bearer ${token.slice(tokenProtocol.length)}`
      }
      request.identity = await authenticate(authenticator, request, false)
      refuseReader(request.identity)
      refuseForeign(request)
    },
    async handler(request, reply) {
      const upgrade = upgrades.get(request.raw)
      const { identity } = request
      if (upgrade === undefined || identity === undefined) {
        throw fail('request.invalid', { detail: 'this is a WebSocket' })
      }
      const begin = await handle(identity, request)
      await authenticator.confirm(identity)
      const release = streams.take(identity.account.id)
      upgrade.socket.once('close', release)
      reply.hijack()
      reply.raw.detachSocket(upgrade.socket as Socket)
      sockets.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (socket) => {
        const unwatch = authenticator.watch(identity.credential, () => endSocket(socket))
        socket.once('close', unwatch)
        socket.on('error', () => socket.terminate())
        begin(socket)
      })
    },
  })
}

/** A peer may go on sending until it answers the farewell: nobody listens to that any more. */
function endSocket(socket: WebSocket): void {
  socket.removeAllListeners('message')
  socket.close(signedOut)
  setTimeout(() => socket.terminate(), farewell).unref()
}

const protocolsOf = ({ headers }: FastifyRequest) =>
  (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())

/** Browsers let any page open a WebSocket anywhere, and say which page it was. */
function refuseForeign({ headers, host }: FastifyRequest): void {
  const { origin } = headers
  if (origin !== undefined && URL.parse(origin)?.host !== host) throw fail('origin.not-allowed', { origin })
}
