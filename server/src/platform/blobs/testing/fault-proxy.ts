import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** What happens to a request on its way. */
export interface Fault {
  readonly reply?: { readonly status: number; readonly body: string }
  /** Bytes of the body of the request after which the connection breaks. */
  readonly cutRequestAt?: number
  /** Bytes of the body of the answer after which the connection breaks; 0 loses all of the received. */
  readonly cutReplyAt?: number
  /** Breaks the connection at once, and passes the request on so many milliseconds later. */
  readonly lateBy?: number
  /** Milliseconds until the request is passed on. */
  readonly slowBy?: number
}

type Decide = (request: { readonly method: string; readonly url: string }) => Fault | undefined

export const refusal = (status: number, code: string): Fault => ({
  reply: { status, body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>said so</Message></Error>` },
})

/** Stands before a server of HTTP; what is decided of each request happens to it. */
export async function startFaultProxy(origin: string) {
  let decide: Decide = () => undefined
  const requests: string[] = []
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request
    requests.push(`${method} ${url.split('?')[1] ?? ''} ${request.headers.range ?? ''}`)
    pass(origin, { request, response, fault: decide({ method, url }) ?? {} }).catch(() => request.socket.destroy())
  })
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    decide: (next: Decide) => void (decide = next),
    close: () => server.close().closeAllConnections(),
  }
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly fault: Fault
}

async function pass(origin: string, { request, response, fault }: Exchange): Promise<void> {
  const { reply, cutRequestAt = Number.POSITIVE_INFINITY, cutReplyAt = Number.POSITIVE_INFINITY, lateBy } = fault
  if (reply !== undefined) {
    request.resume()
    return void response.writeHead(reply.status, { 'content-type': 'application/xml' }).end(reply.body)
  }
  if (fault.slowBy !== undefined) await setTimeout(fault.slowBy)
  if (lateBy !== undefined) {
    request.socket.destroy()
    await setTimeout(lateBy)
  }
  const { expect: _expect, ...headers } = request.headers
  const sent = send(`${origin}${request.url}`, { method: request.method, headers })
  const replied = once(sent, 'response') as Promise<[IncomingMessage]>
  replied.catch(() => undefined)
  // It may break again when it has answered.
  sent.on('error', () => undefined)
  let bytes = 0
  if (lateBy === undefined)
    for await (const part of request as AsyncIterable<Buffer>) {
      bytes += part.length
      if (bytes > cutRequestAt) {
        sent.destroy()
        return void request.socket.destroy()
      }
      if (!sent.write(part)) await once(sent, 'drain')
    }
  sent.end()
  const [received] = await replied
  if (cutReplyAt === 0 || lateBy !== undefined) {
    received.resume()
    return void request.socket.destroy()
  }
  response.writeHead(received.statusCode ?? 0, received.headers)
  bytes = 0
  for await (const part of received as AsyncIterable<Buffer>) {
    const rest = cutReplyAt - bytes
    bytes += part.length
    response.write(part.subarray(0, rest))
    if (bytes <= cutReplyAt) continue
    // What was written reaches the other side first.
    await setTimeout(50)
    return void request.socket.destroy()
  }
  response.end()
}
