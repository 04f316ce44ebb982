import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

export interface Request {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface ReceivedRequest {
  readonly status?: number
  readonly headers?: Record<string, string>
  /** Sent unchanged when it is text or parts, else as JSON. Without a body the response never ends. */
  readonly body?: unknown
}

export interface FakeService {
  readonly address: string
  readonly asked: Request[]
  readonly givenUp: { count: number }
  stop(): Promise<void>
}

export async function startFake(respond: (request: Request) => ReceivedRequest): Promise<FakeService> {
  const requested: Request[] = []
  const givenUp = { count: 0 }
  const server: Server = createServer((request, response) => {
    response.on('close', () => void (response.writableFinished || (givenUp.count += 1)))
    void text(request).then((body) => {
      const one = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body }
      requested.push(one)
      const { status = 200, headers = {}, body: reported } = respond(one)
      if (reported === undefined) return
      if (isParts(reported)) {
        response.writeHead(status, headers)
        Readable.from(reported).pipe(response)
        return
      }
      const isText = typeof reported === 'string'
      response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...headers })
      response.end(isText ? reported : JSON.stringify(reported))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address,
    asked: requested,
    givenUp,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function isParts(body: unknown): body is AsyncIterable<string> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body
}
