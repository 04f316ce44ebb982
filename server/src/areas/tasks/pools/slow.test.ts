import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { orderOf, program, testPrograms } from '../testing/programs.ts'

const sockets = new Set<Socket>()
const silent = createServer((socket) => void sockets.add(socket.on('error', () => {})))
const images = { quick: program(''), boxed: program('', { address: 'docker.io/example/boxed:1' }) }

let server: TestServer
beforeAll(async () => {
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  server = await startTestServer({ tasks: { ...testPrograms, images } })
})
afterAll(async () => {
  await server.stop()
  for (const socket of sockets) socket.destroy()
  silent.close()
})

test('R3.02 a task starts in its pool while another pool, in which one waits, is still asked', async () => {
  const address = `tcp://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const pool = await server.call(poolEndpoints.createPool, { body: { name: 'silent', executor: 'container', address } })
  await server.app.tasks.start(orderOf('boxed', { pool: pool.id }), 'en-US')
  const previous = sockets.size
  await expect.poll(() => sockets.size).toBeGreaterThan(previous)
  // The queue and this call ask at the same time.
  let isAnswered = false
  const asking = server.call(poolEndpoints.listPools, {}).then(() => (isAnswered = true))
  const { id } = await server.app.tasks.start(orderOf('quick'), 'en-US')
  const startedAt = async () => (await server.call(taskEndpoints.getTask, { params: { taskId: id } })).startedAt
  await expect.poll(startedAt).not.toBeNull()
  expect(isAnswered).toBe(false)
  await asking
})
