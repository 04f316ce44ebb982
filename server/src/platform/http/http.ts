import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import { basePath as apiPath, type Endpoint } from '@vermilion/contract/kernel/endpoint'
import { fail } from '@vermilion/contract/kernel/errors'
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { Log } from '#platform/log'
import type { Audit } from '#platform/audit/audit'
import type { BlobStore } from '#platform/blobs/blob-store'
import type { StoredResponses } from './answers.ts'
import type { Authenticator, RunTokens } from './authentication.ts'
import { mountProtocol, type ProtocolHandler } from './protocol.ts'
import { serveConsole } from './console.ts'
import { refuseAddress, refuseConnection, refuseOddRequests } from './early-refusals.ts'
import { answerFailure } from './envelope.ts'
import type { Handlers, Identity } from './handler.ts'
import { serveMetrics } from './metrics.ts'
import { mountEndpoint } from './mount.ts'
import { requestIdOf } from './request-id.ts'
import { countTraffic } from './route-traffic.ts'
import { addResponseHeaders, addSecurityHeaders } from './security.ts'
import { limitTurns } from './limits/turn-limit.ts'
import { bodyTimes, endSlowBodies, type BodyTimes } from './limits/slow-bodies.ts'
import { createStreamLimit } from './limits/stream-limit.ts'
import { mountSocket, routeUpgrades, shouldUpgrade, type SocketOrder } from './socket.ts'

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | undefined
    /** The handle of the task run whose token was sent. */
    run: string | undefined
  }
}

const bodyLimit = 1_048_576

/** For pages of lists, the lowest levels cost a tenth more bytes than the usual ones and take a third of the time. */
const compression = {
  threshold: 1_024,
  /** Up to this size, synchronous compression takes a millisecond or two and a stream longer. */
  syncThreshold: 262_144,
  encodings: ['br', 'gzip'] as ('br' | 'gzip')[],
  zlibOptions: { level: 1 },
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
}

/** The contract's schemas validate everything, so Fastify's own compilers are not loaded. */
const noCompilers = {
  buildValidator: () => () =>
    Object.assign((_data: unknown): _data is unknown => true, { schema: true, schemaEnv: undefined as never }),
  buildSerializer: () => () => JSON.stringify,
}

type EndpointRecord = Readonly<Record<string, Endpoint>>

export type Http = Awaited<ReturnType<typeof createHttp>>

interface HttpNeeds {
  readonly log: Log
  readonly answers: StoredResponses
  readonly audit: Audit
  readonly authenticator: Authenticator
  readonly runTokens?: RunTokens
  /** The path prefix that a proxy serves the product under, or empty. */
  readonly basePath: string
  readonly trustedProxies?: readonly string[]
  readonly console: string
  readonly blobs?: Pick<BlobStore, 'direct'>
  /** What the console's page is told by `<meta>` elements, by their names. */
  readonly pageFacts?: Readonly<Record<string, string>>
  readonly bodyTimes?: BodyTimes | undefined
  /** False while another server may lead. */
  readonly isLeading?: (() => boolean) | undefined
}

export async function createHttp(needs: HttpNeeds) {
  const { log, authenticator, basePath, trustedProxies = [], console, bodyTimes: times = bodyTimes } = needs
  const loggerInstance: FastifyBaseLogger = log
  const server = fastify({
    loggerInstance,
    // A request without a host is refused below, in the envelope of all refusals.
    http: { shouldUpgradeCallback: shouldUpgrade, requireHostHeader: false },
    genReqId: requestIdOf,
    bodyLimit,
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: refuseAddress,
    clientErrorHandler: refuseConnection,
    schemaController: { compilersFactory: noCompilers },
  })
  server.decorateRequest('identity', undefined)
  server.decorateRequest('run', undefined)
  addSecurityHeaders(server, () => needs.blobs?.direct?.openings.browserSource ?? null)
  endSlowBodies(server, times)
  const traffic = countTraffic(server)
  limitTurns(server)
  addResponseHeaders(server)
  logRequests(server, log)
  server.setErrorHandler((error, request, reply) => answerFailure(error, request, reply))
  let closing = false
  server.addHook('preClose', async () => void (closing = true))
  server.addHook('onRequest', (_request, _reply, done) => {
    if (closing) done(fail('server.stopping'))
    else done(needs.isLeading?.() === false ? fail('database.unreachable') : undefined)
  })
  refuseOddRequests(server)
  await server.register(cookie)
  await server.register(compress, compression)
  routeUpgrades(server)
  const metrics = serveMetrics(server, authenticator, basePath)
  const files = serveConsole(server, console, basePath, needs.pageFacts)
  server.setNotFoundHandler(async (request, reply) => {
    if (await files.answerPage(request, reply)) return reply
    const path = request.url.split('?')[0]
    return answerFailure(fail('endpoint.not-found', { method: request.method, path }), request, reply)
  })

  const { answers, audit, runTokens } = needs
  const endpointNeeds = { authenticator, runTokens, answers, audit }
  const mounted: Endpoint[] = []
  const [eventStreams, sockets] = [createStreamLimit(), createStreamLimit()]
  return {
    server,
    mount<Endpoints extends EndpointRecord>(endpoints: Endpoints, handlers: Handlers<Endpoints>): void {
      for (const name of Object.keys(endpoints)) {
        const endpoint = endpoints[name]
        const handler = handlers[name]
        if (endpoint === undefined || handler === undefined) throw new Error(`the endpoint ${name} has no handler`)
        mounted.push(endpoint)
        void server.register(
          async (scope) => mountEndpoint({ ...endpointNeeds, server: scope, streams: eventStreams }, endpoint, handler),
          { prefix: `${basePath}${apiPath}` },
        )
      }
    },
    /** Hands a path below `/api/v1`, with all below it, to another protocol, for signed-in callers only. */
    mountProtocol(path: string, handle: ProtocolHandler): void {
      void server.register(async (scope) => mountProtocol(scope, authenticator, path, handle), {
        prefix: `${basePath}${apiPath}`,
      })
    },
    /** Mounts a WebSocket below `/api/v1`, for signed-in callers only. */
    mountSocket(order: SocketOrder): void {
      void server.register(async (scope) => mountSocket(scope, { authenticator, streams: sockets }, order), {
        prefix: `${basePath}${apiPath}`,
      })
    },
    metrics,
    traffic,
    mounted: (): Endpoint[] => [...mounted],
  }
}

function logRequests(server: FastifyInstance, log: Log): void {
  server.addHook('onResponse', (request, reply, done) => {
    // One line per request, at debug level only.
    if (log.isLevelEnabled('debug')) {
      // The query is left out: a link may carry a token.
      const path = request.url.split('?')[0]
      request.log.debug({ method: request.method, path, status: reply.statusCode, ms: reply.elapsedTime })
    }
    done()
  })
}
