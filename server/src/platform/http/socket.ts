import { ServerResponse, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { fail } from '@vermilion/contract/kernel/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { WebSocketServer, type WebSocket } from 'ws'
import { authenticate, bearerToken, refuseReader, type Authenticator } from './authentication.ts'
import type { Identity } from './handler.ts'
import type { StreamLimit } from './limits/stream-limit.ts'

/** Runs before the upgrade is accepted; it fails like any other call. */
export type SocketHandler = (caller: Identity, request: FastifyRequest) => Promise<(socket: WebSocket) => void>

export interface SocketNeeds {
  readonly authenticator: Authenticator
  readonly streams: StreamLimit
}

export interface SocketOrder {
  readonly path: string
  readonly protocol: string
  /** The prefix of a token sent as a protocol name, since pages cannot set headers of a WebSocket. */
  readonly tokenProtocol: string
  readonly maxMessageBytes: number
  readonly handle: SocketHandler
}

/** The close code after the viewer's sign-in has ended. */
const signedOut = 4401
/** Milliseconds that a viewer has to answer the close frame. */
const farewell = 1_000

interface Upgrade {
  socket: Duplex
  head: Buffer
}
const upgrades = new WeakMap<IncomingMessage, Upgrade>()

export const shouldUpgrade = ({ method, headers }: IncomingMessage) =>
  method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket'

/** Routes WebSocket requests like all others, so that they are authenticated, refused and logged alike. */
export function routeUpgrades(server: FastifyInstance): void {
  server.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    upgrades.set(request, { socket, head })
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket as Socket)
    // A refused client may leave its half open for ever, and the server waits for every connection when it stops.
    response.once('finish', () => (socket as Socket).destroySoon())
    socket.on('error', () => socket.destroy())
    server.routing(request, response)
  })
}

/** For pages of this server only. */
export function mountSocket(scope: FastifyInstance, needs: SocketNeeds, order: SocketOrder): void {
  const { authenticator, streams } = needs
  const { path, protocol, tokenProtocol, maxMessageBytes, handle } = order
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: maxMessageBytes,
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
      const release = streams.acquire(identity.account.id)
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

/** A peer may go on sending until it answers the close frame; those messages are dropped. */
function endSocket(socket: WebSocket): void {
  socket.removeAllListeners('message')
  socket.close(signedOut)
  setTimeout(() => socket.terminate(), farewell).unref()
}

const protocolsOf = ({ headers }: FastifyRequest) =>
  (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())

/** Browsers let any page open a WebSocket anywhere, and send that page's origin. */
function refuseForeign({ headers, host }: FastifyRequest): void {
  const { origin } = headers
  if (origin !== undefined && URL.parse(origin)?.host !== host) throw fail('origin.not-allowed', { origin })
}
