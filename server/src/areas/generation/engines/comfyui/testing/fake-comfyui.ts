import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { WorkflowContent } from '@vermilion/contract/generations/workflow-content'
import { WebSocketServer, type WebSocket } from 'ws'
import { executePrompt, type FakePrompt, keyOf } from './fake-execution.ts'
import { type FakeModels, fakeObjectInfo, usualModels } from './fake-nodes.ts'
import { refusalOf } from './fake-validation.ts'

export interface FakeRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

export interface FakeOptions {
  readonly token?: string
  readonly models?: FakeModels
  /** Milliseconds of an image; 0 by default. */
  durationOf?: ((prompt: WorkflowContent) => number) | undefined
  readonly ownIds?: boolean
  readonly silent?: boolean
  intercept?: ((request: FakeRequest, response: ServerResponse) => boolean) | undefined
  /** True omits files of cached results from the history. */
  emptyWhenCached?: boolean
  fails?: ((prompt: WorkflowContent) => string | undefined) | undefined
  holds?: ((prompt: WorkflowContent) => Promise<unknown> | undefined) | undefined
  readonly preview?: Buffer | undefined
  /** True drops the connection. */
  losesAnswer?: (() => boolean) | undefined
}

export type FakeComfyui = Awaited<ReturnType<typeof startFakeComfyui>>

export async function startFakeComfyui(options: FakeOptions = {}) {
  const requests: FakeRequest[] = []
  const executed: FakePrompt[] = []
  const files = new Map<string, Buffer>()
  const uploads = new Map<string, Buffer>()
  let running: { prompt: FakePrompt; stop: AbortController } | undefined
  let pending: FakePrompt[] = []
  let history = new Map<string, object>()
  let cache = new Map<string, { filename: string; subfolder: string; type: string }[]>()
  let server: Server | undefined
  let sockets: WebSocketServer | undefined
  const clients = new Map<string, WebSocket>()
  let port = 0
  let number = 0

  const info = () =>
    fakeObjectInfo(
      options.models ?? usualModels,
      [...uploads.keys()].filter((name) => !name.includes('/')),
    )
  const remaining = () => pending.length + (running === undefined ? 0 : 1)

  function send(type: string, data: object, to?: unknown): void {
    const text = JSON.stringify({ type, data })
    for (const [id, socket] of clients) if (to === undefined || to === id) socket.send(text)
  }
  const tellStatus = () => send('status', { status: { exec_info: { queue_remaining: remaining() } } })

  async function work(): Promise<void> {
    const prompt = pending.shift()
    if (running !== undefined || prompt === undefined) return void (prompt && pending.unshift(prompt))
    const current = { prompt, stop: new AbortController() }
    running = current
    const to = prompt.extra['client_id']
    const entry = await executePrompt(prompt, {
      send: (type, data) => send(type, data, to),
      signal: current.stop.signal,
      duration: options.durationOf?.(prompt.prompt) ?? 0,
      cache,
      emptyWhenCached: options.emptyWhenCached === true,
      files,
      show: (message) => clients.get(String(to))?.send(message),
      preview: options.preview,
      holds: (content) => options.holds?.(content),
      fails: (content) => options.fails?.(content),
    })
    if (running !== current) return
    running = undefined
    history.set(prompt.id, entry)
    executed.push(prompt)
    tellStatus()
    void work()
  }

  function submit(body: Record<string, unknown>, response: ServerResponse): void {
    const refusal = refusalOf(body['prompt'], info(), new Set(uploads.keys()))
    if (refusal !== undefined) return reply(response, refusal, 400)
    const prompt = body['prompt'] as WorkflowContent
    const outputs = Object.keys(prompt).filter((id) => info()[prompt[id]!.class_type]?.['output_node'] === true)
    const id = options.ownIds === true ? randomUUID() : String(body['prompt_id'] ?? randomUUID())
    const extra = { ...(body['extra_data'] as object), client_id: body['client_id'] }
    pending.push({ number: (number += 1), id, prompt, extra, outputs })
    tellStatus()
    void work()
    if (options.losesAnswer?.() === true) return void response.destroy()
    return reply(response, { prompt_id: id, number: number - 1, node_errors: {} })
  }

  const queued = ({ number: at, id, prompt, extra, outputs }: FakePrompt) => [at, id, prompt, extra, outputs]

  function upload(request: FakeRequest, response: ServerResponse): void {
    const text = request.body.toString('latin1')
    const field = (name: string) => new RegExp(`name="${name}"\r\n\r\n([^\r]*)`).exec(text)?.[1] ?? ''
    const [, name = ''] = /name="image"; filename="([^"]+)"/.exec(text) ?? []
    const start = text.indexOf('\r\n\r\n', text.indexOf('name="image"')) + 4
    const subfolder = field('subfolder')
    uploads.set(
      subfolder === '' ? name : `${subfolder}/${name}`,
      request.body.subarray(start, text.lastIndexOf('\r\n--')),
    )
    reply(response, { name, subfolder, type: 'input' })
  }

  function view(query: URLSearchParams, response: ServerResponse): void {
    const filename = query.get('filename') ?? ''
    if (filename.includes('..')) return void response.writeHead(400).end()
    const file = { filename, subfolder: query.get('subfolder') ?? '', type: query.get('type') ?? 'output' }
    const content = files.get(keyOf(file))
    if (content === undefined) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'image/png' }).end(content)
  }

  function respond(request: FakeRequest, response: ServerResponse): void {
    const url = new URL(request.path, 'http://fake')
    const [first = '', second] = url.pathname.slice(1).split('/').map(decodeURIComponent)
    const json = () => JSON.parse(request.body.toString() || '{}') as Record<string, unknown>
    if (options.token !== undefined && request.headers.authorization !== `Bearer ${options.token}`)
      return reply(response, { error: `Unauthorized: ${request.headers.authorization}` }, 401)
    switch (`${request.method} /${first}`) {
      case 'GET /system_stats':
        return reply(response, { system: { os: 'posix', comfyui_version: '0.3.64' }, devices: [] })
      case 'GET /prompt':
        return reply(response, { exec_info: { queue_remaining: remaining() } })
      case 'POST /prompt':
        return submit(json(), response)
      case 'GET /queue': {
        const now = running === undefined ? [] : [queued(running.prompt)]
        return reply(response, { queue_running: now, queue_pending: pending.map(queued) })
      }
      case 'POST /queue': {
        const removed = json()['delete'] as string[]
        pending = pending.filter(({ id }) => !removed.includes(id))
        return void response.writeHead(200).end()
      }
      case 'POST /interrupt': {
        const { prompt_id: id } = json()
        if (options.ownIds === true || id === undefined || running?.prompt.id === id) running?.stop.abort()
        return void response.writeHead(200).end()
      }
      case 'GET /history': {
        const entries = second === undefined ? [...history] : [...history].filter(([id]) => id === second)
        return reply(response, Object.fromEntries(entries))
      }
      case 'GET /view':
        return view(url.searchParams, response)
      case 'POST /upload':
        return upload(request, response)
      case 'GET /object_info': {
        const all = info()
        if (second === undefined) return reply(response, all)
        return reply(response, all[second] === undefined ? {} : { [second]: all[second] })
      }
      default:
        return void response.writeHead(404).end('404: Not Found')
    }
  }

  async function start(): Promise<void> {
    const next = createServer((incoming, response) => {
      void buffer(incoming).then((body) => {
        const request = { method: incoming.method ?? '', path: incoming.url ?? '', headers: incoming.headers, body }
        requests.push(request)
        if (options.intercept?.(request, response) !== true) respond(request, response)
      })
    })
    if (options.silent !== true) {
      sockets = new WebSocketServer({ server: next, path: '/ws' })
      sockets.on('connection', (socket, request) => {
        const id = new URL(request.url ?? '', 'http://fake').searchParams.get('clientId') ?? randomUUID()
        clients.set(id, socket)
        socket.on('close', () => clients.delete(id))
        socket.on('error', () => socket.terminate())
        socket.send(
          JSON.stringify({ type: 'status', data: { status: { exec_info: { queue_remaining: 0 } }, sid: id } }),
        )
      })
    }
    next.listen(port, '127.0.0.1')
    await once(next, 'listening')
    port = (next.address() as AddressInfo).port
    server = next
  }

  async function crash(): Promise<void> {
    const last = server
    server = undefined
    const current = running
    running = undefined
    pending = []
    history = new Map()
    cache = new Map()
    current?.stop.abort()
    for (const socket of clients.values()) socket.terminate()
    clients.clear()
    sockets?.close()
    if (last === undefined) return
    last.closeAllConnections()
    last.close()
    await once(last, 'close')
  }

  await start()
  return {
    address: `http://127.0.0.1:${port}`,
    options,
    requests,
    executed,
    files,
    uploads,
    remaining,
    forget: () => history.clear(),
    start,
    crash,
    stop: crash,
  }
}

function reply(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(value))
}
