import { Agent as PlainAgent, request as requestPlain } from 'node:http'
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import { Agent, request as requestSecure } from 'node:https'
import { json } from 'node:stream/consumers'
import { createSecureContext } from 'node:tls'
import type { SecureContext } from 'node:tls'
import { WebSocket } from 'ws'
import { ClusterAway, KubernetesFailure } from './failure.ts'
import type { CallName } from './failure.ts'
import type { ClusterAccess } from './kubeconfig.ts'
import type { StatusBody } from './objects.ts'

type Query = Readonly<Record<string, string | number | boolean | undefined>>

interface CallOptions {
  query?: Query
  body?: unknown
  signal?: AbortSignal | undefined
  /** The response goes on, so that its connection is not one of the few of calls. */
  isStream?: boolean
}

/** Milliseconds until a response begins. */
const callTimeoutMs = 30_000
const keepAliveMs = 30_000
/** Connections of calls: each costs a handshake, and the others wait. */
const maxConnections = 8
const patchType = 'application/merge-patch+json'

export type KubernetesClient = ReturnType<typeof createClient>

/** `path` of a call is below `/api/v1` for pods, and below `/apis/<group>/v1` for others: see `paths.ts`. */
export function createClient(readAccess: () => Promise<ClusterAccess>) {
  const streams = { keepAlive: true, keepAliveMsecs: keepAliveMs }
  const calls = { ...streams, maxSockets: maxConnections }
  const agents = {
    plain: { call: new PlainAgent(calls), stream: new PlainAgent(streams) },
    secure: { call: new Agent(calls), stream: new Agent(streams) },
  }
  let current: Promise<ClusterAccess & { secureContext: SecureContext }> | undefined

  /** Certificates are parsed once, not for each connection. */
  function access() {
    current ??= readAccess()
      .then((one) => ({ ...one, secureContext: createSecureContext(one.tls) }))
      .catch((error: unknown) => {
        current = undefined
        throw error
      })
    return current
  }

  async function send(method: string, path: string, options: CallOptions): Promise<IncomingMessage> {
    const { query, body, signal, isStream = false } = options
    const { server, tls, authorization, secureContext } = await access()
    const url = new URL(server + path + queryOf(query))
    const isSecure = url.protocol === 'https:'
    const { servername, rejectUnauthorized } = tls
    const secure = { secureContext, rejectUnauthorized, ...(servername ? { servername } : {}) }
    const token = await authorization()
    const text = body === undefined ? undefined : JSON.stringify(body)
    const order: RequestOptions = {
      method,
      agent: agents[isSecure ? 'secure' : 'plain'][isStream ? 'stream' : 'call'],
      ...(signal ? { signal } : {}),
      headers: {
        accept: 'application/json',
        'user-agent': 'vermilion',
        ...(token === undefined ? {} : { authorization: token }),
        ...(text === undefined ? {} : { 'content-type': method === 'PATCH' ? patchType : 'application/json' }),
      },
    }
    const response = await responseOf(
      isSecure ? requestSecure(url, { ...order, ...secure }) : requestPlain(url, order),
      text,
    ).catch((error: unknown) => {
      if (signal?.aborted) throw error
      throw new ClusterAway(server, error)
    })
    const { statusCode = 0 } = response
    if (statusCode >= 200 && statusCode < 300) return response
    throw new KubernetesFailure(statusCode, await statusOf(response), nameOf(method, path))
  }

  return {
    server: async () => (await access()).server,

    async call<Result>(method: string, path: string, order: CallOptions = {}): Promise<Result> {
      const late = AbortSignal.timeout(callTimeoutMs)
      const signal = order.signal ? AbortSignal.any([order.signal, late]) : late
      try {
        return (await json(await send(method, path, { ...order, signal }))) as Result
      } catch (error) {
        if (late.aborted) throw new ClusterAway(await this.server(), lateError())
        if (error instanceof KubernetesFailure || error instanceof ClusterAway || order.signal?.aborted) throw error
        throw error instanceof Error && 'code' in error ? new ClusterAway(await this.server(), error) : error
      }
    },

    /** The caller ends it by its signal. */
    async stream(path: string, query: Query, signal: AbortSignal): Promise<IncomingMessage> {
      return send('GET', path, { query, signal, isStream: true })
    },

    async openSocket(path: string, query: URLSearchParams, protocols: string[]): Promise<WebSocket> {
      const { server, tls, authorization } = await access()
      const token = await authorization()
      const socket = new WebSocket(`${server.replace(/^http/, 'ws')}${path}?${query}`, protocols, {
        ...tls,
        handshakeTimeout: callTimeoutMs,
        perMessageDeflate: false,
        ...(token === undefined ? {} : { headers: { authorization: token } }),
      })
      return openedSocket(socket, server, nameOf('GET', path))
    },
  }
}

function responseOf(request: ClientRequest, text: string | undefined): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const timer = setTimeout(() => request.destroy(lateError()), callTimeoutMs)
  request.once('response', (response) => {
    clearTimeout(timer)
    resolve(response)
  })
  request.once('error', (error) => {
    clearTimeout(timer)
    reject(error)
  })
  request.once('socket', (socket) => socket.setKeepAlive(true, keepAliveMs))
  request.end(text)
  return promise
}

async function openedSocket(socket: WebSocket, server: string, call: CallName): Promise<WebSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<WebSocket>()
  socket.once('open', () => resolve(socket))
  socket.once('error', (error) => reject(new ClusterAway(server, error)))
  socket.once('unexpected-response', (_request, response) => {
    void statusOf(response).then((body) => reject(new KubernetesFailure(response.statusCode ?? 0, body, call)))
  })
  return promise
}

async function statusOf(response: IncomingMessage): Promise<StatusBody> {
  const parts: Buffer[] = []
  try {
    for await (const part of response) parts.push(part as Buffer)
  } catch {
    // What arrived is enough.
  }
  const content = Buffer.concat(parts).toString()
  try {
    return JSON.parse(content) as StatusBody
  } catch {
    return { message: content.trim().slice(0, 500) }
  }
}

function queryOf(query: Query = {}): string {
  const fields = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return fields.length === 0 ? '' : `?${fields.join('&')}`
}

const lateError = () => Object.assign(new Error('it does not answer'), { code: 'ETIMEDOUT' })

const verbs: Readonly<Record<string, string>> = { POST: 'create', PATCH: 'patch', DELETE: 'delete', PUT: 'update' }

/** What a role has to allow for a call. */
function nameOf(method: string, path: string): CallName {
  const [, root, ...rest] = path.split('/')
  const group = root === 'apis' ? (rest.shift() ?? '') : ''
  rest.shift()
  const namespace = rest[0] === 'namespaces' && rest.length > 2 ? (rest[1] ?? null) : null
  const [kind = '', name, part] = namespace === null ? rest : rest.slice(2)
  const verb = verbs[method] ?? (name === undefined ? 'list' : 'get')
  return { verb, resource: part === undefined ? kind : `${kind}/${part}`, group, namespace }
}
