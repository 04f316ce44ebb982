import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Told {
  readonly status?: number
  readonly headers?: Record<string, string>
  /** Sent as it is when it is a text, and as JSON otherwise. Never ending when missing. */
  readonly body?: unknown
}

export interface FakeService {
  readonly address: string
  readonly asked: Asked[]
  /** How many connections were given up before their answer was complete. */
  readonly givenUp: { count: number }
  stop(): Promise<void>
}

/** An outside service for tests, on a real socket: a free port of this machine, or a path. */
export async function startFake(answer: (asked: Asked) => Told, socket?: string): Promise<FakeService> {
  const asked: Asked[] = []
  const givenUp = { count: 0 }
  const server: Server = createServer((request, response) => {
    response.on('close', () => void (response.writableFinished || (givenUp.count += 1)))
    void text(request).then((body) => {
      const one = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body }
      asked.push(one)
      const { status = 200, headers = {}, body: told } = answer(one)
      if (told === undefined) return
      const isText = typeof told === 'string'
      response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...headers })
      response.end(isText ? told : JSON.stringify(told))
    })
  })
  if (socket === undefined) server.listen(0, '127.0.0.1')
  else server.listen(socket)
  await once(server, 'listening')
  const address =
    socket === undefined ? `http://127.0.0.1:${(server.address() as AddressInfo).port}` : `unix://${socket}`
  return {
    address,
    asked,
    givenUp,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
