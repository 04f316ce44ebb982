import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { startTestServer } from '../../testing/start-server.ts'

async function askHalfOpen(address: string, method: string, path: string): Promise<{ socket: Socket; said: string }> {
  const { hostname, port } = new URL(address)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  socket.on('error', () => {})
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: here', 'Connection: Upgrade', 'Upgrade: websocket']
  socket.write(`${[...lines, 'Sec-WebSocket-Version: 13', 'Content-Length: 0'].join('\r\n')}\r\n\r\n`)
  let message = ''
  const isAnswered = method === 'GET' ? 'end' : 'data'
  await new Promise((resolve) => {
    socket.on('data', (bytes) => (message += bytes.toString()))
    socket.once(isAnswered, resolve)
    socket.once('close', resolve)
  })
  return { socket, said: message }
}

test('R6.02 whoever is refused a WebSocket and keeps its half open does not keep the server from ending', async () => {
  const server = await startTestServer()
  const refused = await askHalfOpen(server.address, 'GET', '/api/v1/terminals/any/socket')
  const nowhere = await askHalfOpen(server.address, 'GET', '/api/v1/nowhere')
  const posted = await askHalfOpen(server.address, 'POST', '/api/v1/nowhere')
  await server.stop()
  expect(refused.said).toMatch(/^HTTP\/1.1 401 /)
  expect(nowhere.said).toMatch(/^HTTP\/1.1 404 /)
  // WebSockets begin with GET, so this is an ordinary request on a reusable connection.
  expect(posted.said).toMatch(/^HTTP\/1.1 404 [^]*\r\nconnection: keep-alive/i)
  for (const { socket } of [refused, nowhere, posted]) socket.destroy()
})
