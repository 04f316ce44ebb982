/* eslint-disable no-restricted-imports -- the other end of the wire is a real server */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { endpoint } from '@vermilion/contract/kernel/endpoint'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ApiError, createClient } from './client.ts'

const greet = endpoint('POST', '/people/:personId/greetings', {
  summary: { en: 'Greets', zh: '问候' },
  query: z.object({ loud: z.string().optional() }),
  body: z.object({ text: z.string() }),
  answer: z.object({ answer: z.string() }),
})
const input = { params: { personId: 'a/b' }, query: { loud: 'yes' }, body: { text: 'hello' } }

type Reply = { status: number; body: string } | 'cut'
let server: Server | undefined

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function serve(...replies: Reply[]) {
  const requests: IncomingMessage[] = []
  const bodies: string[] = []
  server = createServer((request, response) => {
    requests.push(request)
    const reply = replies[requests.length - 1] ?? 'cut'
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      bodies.push(body)
      if (reply === 'cut') request.socket.destroy()
      else response.writeHead(reply.status, { 'Content-Type': 'application/json' }).end(reply.body)
    })
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const onUnauthenticated = vi.fn<(token: string | null) => void>()
  const base = `http://127.0.0.1:${port}/below/`
  const client = createClient({ base, token: () => 't0ken', language: () => 'zh-CN', onUnauthenticated })
  return { client, requests, bodies, onUnauthenticated }
}

const envelope = (code: number, data: unknown) => JSON.stringify({ code, message: 'said', data, requestId: 'r1' })

test('R7.01 R7.02 R9.01 a call goes below the base path with the headers of the specification', async () => {
  const { client, requests, bodies } = await serve({ status: 200, body: envelope(200, { answer: 'hi' }) })
  await expect(client.call(greet, input)).resolves.toEqual({ answer: 'hi' })
  const [request] = requests
  expect(request?.method).toBe('POST')
  expect(request?.url).toBe('/below/api/v1/people/a%2Fb/greetings?loud=yes')
  expect(request?.headers).toMatchObject({
    authorization: 'Bearer t0ken',
    sourceapp: 'vermilion-console',
    language: 'zh-cn',
    'content-type': 'application/json',
  })
  expect(request?.headers['x-request-id']).toMatch(/^[\w-]{21}$/)
  expect(bodies).toEqual(['{"text":"hello"}'])
})

test('R7.03 any code but 200 rejects with the body of the response', async () => {
  const data = { error: 'space.name-taken', values: { name: 'x' }, fields: { name: 'taken' } }
  const { client, onUnauthenticated } = await serve({ status: 409, body: envelope(40911, data) })
  const problem = await client.call(greet, input).catch((caught: unknown) => caught)
  expect(problem).toBeInstanceOf(ApiError)
  expect(problem).toMatchObject({ code: 40911, message: 'said', requestId: 'r1', ...data })
  expect(onUnauthenticated).not.toHaveBeenCalled()
})

test('R8.01 code 401 is told to the session, and the call is rejected', async () => {
  const { client, onUnauthenticated } = await serve({ status: 401, body: envelope(401, { error: 'unauthenticated' }) })
  await expect(client.call(greet, input)).rejects.toMatchObject({ code: 401, error: 'unauthenticated' })
  expect(onUnauthenticated.mock.calls).toEqual([['t0ken']])
})

test('R8.02 an HTTP error without an envelope is a rejection', async () => {
  const { client } = await serve({ status: 502, body: '<html>bad gateway</html>' })
  await expect(client.call(greet, input)).rejects.toMatchObject({ code: 502, error: 'http' })
})

test('R8.02 a broken connection is tried once more with the same request id, then rejected', async () => {
  const { client, requests } = await serve('cut', { status: 200, body: envelope(200, { answer: 'hi' }) })
  await expect(client.call(greet, input)).resolves.toEqual({ answer: 'hi' })
  expect(requests).toHaveLength(2)
  expect(requests[1]?.headers['x-request-id']).toBe(requests[0]?.headers['x-request-id'])

  const broken = await serve('cut', 'cut')
  await expect(broken.client.call(greet, input)).rejects.toMatchObject({ code: 0, error: 'network' })
  expect(broken.requests).toHaveLength(2)
})

test('R7.01 R9.01 a call is given thirty seconds where it says nothing else', async () => {
  const { client } = await serve({ status: 200, body: envelope(200, {}) }, { status: 200, body: envelope(200, {}) })
  const limits = vi.spyOn(AbortSignal, 'timeout')
  await client.call(greet, input)
  await client.call(greet, input, { timeout: 60_000 })
  expect(limits.mock.calls).toEqual([[30_000], [60_000]])
  limits.mockRestore()
})

test('R7.01 a call that takes too long is given up, and not repeated', async () => {
  const { client, requests } = await serve()
  server?.removeAllListeners('request')
  server?.on('request', (request) => requests.push(request))
  await expect(client.call(greet, input, { timeout: 400 })).rejects.toMatchObject({ code: 0, error: 'timeout' })
  expect(requests).toHaveLength(1)
})
