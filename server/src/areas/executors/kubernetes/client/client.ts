import { once } from 'node:events'
import * as plain from 'node:http'
import type { IncomingMessage } from 'node:http'
import * as secure from 'node:https'
import { json, text } from 'node:stream/consumers'
import { createSecureContext } from 'node:tls'
import { WebSocket } from 'ws'
import { ClusterAway, KubernetesFailure } from './failure.ts'
import type { CallName } from './failure.ts'
import type { ClusterAccess } from './kubeconfig.ts'
import type { StatusBody } from './objects.ts'
import { pathsIn } from './paths.ts'

type Query = Readonly<Record<string, string | number | boolean | undefined>>

interface CallOptions {
  query?: Query
  body?: unknown
  signal?: AbortSignal
}

/** Milliseconds until a response begins, and that of a call ends. */
const callTimeoutMs = 30_000
const keepAliveMs = 30_000
/** Connections of calls: each costs a handshake, and the others wait. Streams have others. */
const maxConnections = 8
const patchType = 'application/merge-patch+json'

export type KubernetesClient = ReturnType<typeof createClient>

/** `path` of a call is below `/api/v1` for pods, and below `/apis/<group>/v1` for others: see `paths.ts`. */
export function createClient(readAccess: () => Promise<ClusterAccess>, namespace = 'default') {
  let current: Promise<ReturnType<typeof connectionOf>> | undefined

  function connection() {
    current ??= readAccess()
      .then(connectionOf)
      .catch((error: unknown) => {
        current = undefined
        throw error
      })
    return current
  }

  async function send<Result>(
    method: string,
    path: string,
    { query = {}, body, signal, kind }: CallOptions & { kind: 'call' | 'stream' },
    read: (response: IncomingMessage) => Promise<Result>,
  ): Promise<Result> {
    const { server, headers, agents, request } = await connection()
    const account = await headers()
    const url = new URL(server + path)
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value))
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), callTimeoutMs)
    const order = request(url, {
      method,
      agent: agents[kind],
      signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
      headers: {
        accept: 'application/json',
        'user-agent': 'vermilion',
        ...account,
        ...(body === undefined ? {} : { 'content-type': method === 'PATCH' ? patchType : 'application/json' }),
      },
    })
    // A request may fail after its response has begun, when nobody waits for it.
    order.on('error', () => undefined)
    order.end(body === undefined ? undefined : JSON.stringify(body))
    try {
      const [response] = (await once(order, 'response')) as [IncomingMessage]
      const { statusCode = 0 } = response
      if (statusCode >= 200 && statusCode < 300) return await read(response)
      throw new KubernetesFailure(statusCode, await statusOf(response), nameOf(method, path))
    } catch (error) {
      if (signal?.aborted || error instanceof KubernetesFailure || error instanceof SyntaxError) throw error
      throw new ClusterAway(server, late.signal.aborted ? lateError() : error)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    paths: pathsIn(namespace),

    call: <Result>(method: string, path: string, order: CallOptions = {}) =>
      send(method, path, { ...order, kind: 'call' }, json as (response: IncomingMessage) => Promise<Result>),

    /** The caller ends it by its signal. */
    stream: (path: string, query: Query, signal: AbortSignal) =>
      send('GET', path, { query, signal, kind: 'stream' }, async (response) => response),

    async openSocket(path: string, query: URLSearchParams, protocols: string[]): Promise<WebSocket> {
      const { server, tls, headers } = await connection()
      const socket = new WebSocket(`${server.replace(/^http/, 'ws')}${path}?${query}`, protocols, {
        ...tls,
        handshakeTimeout: callTimeoutMs,
        perMessageDeflate: false,
        headers: await headers(),
      })
      const { promise, resolve, reject } = Promise.withResolvers<WebSocket>()
      socket.once('open', () => resolve(socket))
      socket.once('error', (error) => reject(new ClusterAway(server, error)))
      socket.once('unexpected-response', (_request, response) => {
        const { statusCode = 0 } = response
        void statusOf(response).then((body) => reject(new KubernetesFailure(statusCode, body, nameOf('GET', path))))
      })
      return promise
    },
  }
}

/** Certificates are parsed once, not for each connection. */
function connectionOf(access: ClusterAccess) {
  const { servername, rejectUnauthorized } = access.tls
  const trust = { secureContext: createSecureContext(access.tls), servername, rejectUnauthorized }
  const streams = { keepAlive: true, keepAliveMsecs: keepAliveMs, ...trust }
  const { Agent, request } = new URL(access.server).protocol === 'https:' ? secure : plain
  const agents = { call: new Agent({ ...streams, maxSockets: maxConnections }), stream: new Agent(streams) }
  return { ...access, agents, request }
}

async function statusOf(response: IncomingMessage): Promise<StatusBody> {
  // A response that breaks off is known by its status.
  const content = await text(response).catch(() => '')
  try {
    return JSON.parse(content) as StatusBody
  } catch {
    return { message: content.trim().slice(0, 500) }
  }
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
