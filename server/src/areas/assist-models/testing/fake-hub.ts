import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TinyModel } from './tiny-models.ts'

export interface HubTrouble {
  readonly content?: Uint8Array
  readonly declaredSize?: number
  readonly declaredHash?: string
  readonly status?: number
  readonly location?: string
}

export interface FakeHub {
  readonly address: string
  readonly asked: string[]
  cuts: number
  /** True stops transfers in the middle without closing the connection. */
  stalls: boolean
  readonly troubles: Map<string, HubTrouble>
  stop(): Promise<void>
}

export const hubCommit = '0123456789abcdef0123456789abcdef01234567'

const hashOf = (algorithm: string, ...parts: (string | Uint8Array)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash(algorithm)).digest('hex')

/** Like the public hub: serves small files itself and redirects large ones (`.onnx`) to a host with range support. */
export async function startFakeHub(models: readonly TinyModel[]): Promise<FakeHub> {
  const files = new Map(
    models.flatMap(({ entry, files: own }) =>
      Object.entries(own).map(([path, content]) => [`${entry.repository}/${path}`, content] as const),
    ),
  )
  const server = createServer((request, response) => respond(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const hub: FakeHub = {
    address,
    asked: [],
    cuts: 0,
    stalls: false,
    troubles: new Map(),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  function respond(request: IncomingMessage, response: ServerResponse): void {
    const { method = '', url = '', headers } = request
    hub.asked.push([method, url, headers.range].filter(Boolean).join(' '))
    const [, repository, revision, path] = /^\/(?:cdn\/)?([^/]+\/[^/]+)\/resolve\/([^/]+)\/(.+)$/.exec(url) ?? []
    const content = files.get(`${repository}/${path}`)
    const trouble = hub.troubles.get(path ?? '') ?? {}
    if (content === undefined || trouble.status !== undefined || !['main', hubCommit].includes(revision ?? '')) {
      response.writeHead(trouble.status ?? 404).end('Entry not found')
      return
    }
    const sent = trouble.content ?? content
    if (url.startsWith('/cdn/')) return sendContent(request, response, sent)
    const size = trouble.declaredSize ?? content.length
    const headersOfAll = { 'x-repo-commit': hubCommit, 'accept-ranges': 'bytes' }
    if (!url.endsWith('.onnx')) {
      const hash = trouble.declaredHash ?? hashOf('sha1', `blob ${content.length}\0`, content)
      response.setHeaders(new Map(Object.entries({ ...headersOfAll, etag: `"${hash}"` })))
      return sendContent(request, response, sent, size)
    }
    const hash = trouble.declaredHash ?? hashOf('sha256', content)
    const linked = { 'x-linked-etag': `"${hash}"`, 'x-linked-size': String(size) }
    const location = trouble.location ?? `${address.replace('127.0.0.1', 'localhost')}/cdn${url}`
    response.writeHead(302, { ...headersOfAll, ...linked, location }).end('Found')
  }

  function sendContent(request: IncomingMessage, response: ServerResponse, all: Uint8Array, size = all.length): void {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
    if (from > 0 && from >= all.length) {
      response.writeHead(416, { 'content-range': `bytes */${all.length}` }).end()
      return
    }
    const rest = all.subarray(from)
    const range = { 'content-range': `bytes ${from}-${all.length - 1}/${all.length}` }
    response.writeHead(from > 0 ? 206 : 200, {
      'content-length': String(request.method === 'HEAD' ? size : rest.length),
      ...(from > 0 && range),
    })
    if (request.method === 'HEAD') return void response.end()
    if (hub.cuts === 0 && !hub.stalls) return void response.end(rest)
    const isCut = hub.cuts > 0
    if (isCut) hub.cuts -= 1
    response.write(rest.subarray(0, Math.ceil(rest.length / 2)), () => isCut && response.socket?.end())
  }

  return hub
}
