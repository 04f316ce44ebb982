import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { basePath } from '@vermilion/contract/kernel/endpoint'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './testing/start-server.ts'
import { beginUpload, uploadAddress } from './testing/upload.ts'

const bodyTimes = { idle: 800, grace: 1_600, answered: 500 }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ bodyTimes })
})
afterAll(() => server.stop())

async function open(head: readonly string[]): Promise<Socket> {
  const { port, hostname } = new URL(server.address)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(`${[...head, 'host: localhost'].join('\r\n')}\r\n\r\n`)
  return socket
}

/** The response, and the milliseconds until the connection ended. */
async function until(socket: Socket) {
  const started = performance.now()
  let response = ''
  // A reset ends the socket with an error, after the response's bytes.
  socket.setEncoding('utf8').on('data', (part: string) => (response += part))
  await new Promise((resolve) => socket.once('close', resolve))
  return { response, after: performance.now() - started }
}

const authorization = () => `authorization: Bearer ${server.token}`
const spaces = `POST ${basePath}/spaces HTTP/1.1`
const json = 'content-type: application/json'

test('a body that does not come ends its request, whoever asks and wherever', async () => {
  const heads = [
    [spaces, json, 'content-length: 10', authorization()],
    [`POST ${basePath}/login/login HTTP/1.1`, json, 'content-length: 10'],
    [spaces, json, 'transfer-encoding: chunked', authorization()],
    [`PUT ${basePath}/accounts/me/password HTTP/1.1`, json, 'content-length: 200', authorization()],
    ['POST /mcp HTTP/1.1', json, 'content-length: 200', authorization()],
  ]
  for (const { response, after } of await Promise.all(heads.map(async (head) => until(await open(head))))) {
    expect(response).toMatch(/^HTTP\/1.1 408 /)
    expect(JSON.parse(response.split('\r\n\r\n')[1] ?? '')).toMatchObject({ data: { error: 'request.too-slow' } })
    expect(response).toContain('x-frame-options: SAMEORIGIN')
    expect(after).toBeLessThan(20_000)
  }
})

test('a refusal does not leave its connection open for the rest of a body', async () => {
  const heads = [
    [spaces, json, 'content-length: 10'],
    [`POST ${basePath}/nowhere HTTP/1.1`, json, 'transfer-encoding: chunked'],
    ['POST /api/2.0/mlflow/runs/create HTTP/1.1', json, 'content-length: 10'],
    ['GET /login HTTP/1.1', 'content-length: 10'],
  ]
  for (const { response } of await Promise.all(heads.map(async (head) => until(await open(head)))))
    expect(response).toMatch(/^HTTP\/1.1 (?:200|401|404|408) /)
})

test('neither a trickle nor a body without end holds a connection', async () => {
  const slow = await open([spaces, json, 'content-length: 100000', authorization()])
  const trickle = setInterval(() => slow.write(' '), 100)
  const endless = await open([spaces, json, 'transfer-encoding: chunked'])
  const stream = setInterval(() => endless.write('400\r\n'.concat(' '.repeat(1024), '\r\n')), 20)
  const [first, second] = await Promise.all([until(slow), until(endless)])
  clearInterval(trickle)
  clearInterval(stream)
  expect(first.response).toMatch(/^HTTP\/1.1 408 /)
  // Its refusal may be lost with the connection, which it keeps filling.
  expect(second.response).toMatch(/^(?:HTTP\/1.1 401 |$)/)
})

test('an upload that goes on is taken, however long it takes', async () => {
  const size = 64 * 65_536
  const space = await server.call(spaceEndpoints.createSpace, { body: { name: 'long', path: 'long' } })
  const started = await beginUpload(server, { spaceId: space.id, path: 'long.bin' }, size)
  const type = ['tus-resumable: 1.0.0', 'upload-offset: 0', 'content-type: application/offset+octet-stream']
  const line = `PATCH ${basePath}${uploadAddress(started)} HTTP/1.1`
  const socket = await open([line, ...type, `content-length: ${size}`, authorization(), 'connection: close'])
  const response = until(socket)
  for (let sent = 0; sent < size; sent += 65_536) {
    socket.write(Buffer.alloc(65_536))
    await delay(50)
  }
  expect((await response).response).toMatch(/^HTTP\/1.1 204 /)
})
