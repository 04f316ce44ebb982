import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reasonOf } from '../../../testing/client.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { changeRows } from '../../../testing/test-database.ts'

let silent: Server
const sockets = new Set<Socket>()
let address: string
let data: string
let server: TestServer
const start = () => startTestServer({ data, environment: { VERMILION_ROOTS: data.replace('data', 'files') } })
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vermilion-away-'))
  data = join(folder, 'data')
  await mkdir(join(folder, 'files'))
  silent = createServer((socket) => void sockets.add(socket.on('error', () => {}))).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  address = `tcp://127.0.0.1:${(silent.address() as AddressInfo).port}`
  server = await start()
})
afterAll(async () => {
  await server.stop()
  for (const socket of sockets) socket.destroy()
  silent.close()
  await rm(join(data, '..'), { recursive: true, force: true })
})

function countAbandoned(): () => number {
  let abandoned = 0
  silent.on('connection', (socket) => socket.once('close', () => (abandoned += 1)))
  return () => abandoned
}

const create = (name: string, where: { executor: 'local' | 'container'; address: string | null }) =>
  server.call(poolEndpoints.createPool, { body: { name, ...where } })

test('an address that leads to no engine is refused with text', async () => {
  const wrong = [
    ['ssh://host', 'not reached by ssh'],
    ['/var/run/docker.sock', 'write it as unix:///'],
    ['file:///etc/passwd', 'write it as unix:///'],
    ['tcp://', 'write it as unix:///'],
    ['http://name:word@host:2375', 'no name or password'],
    ['http://host:2375/other', 'ends after the port'],
  ] as const
  for (const [input, text] of wrong)
    await expect(create('wrong', { executor: 'container', address: input })).rejects.toThrow(text)
  expect(await reasonOf(create('wrong', { executor: 'local', address: 'unix:///a' }))).toBe('pool.address-invalid')
})

test('nobody else waits for an engine that does not answer, and what is known of its tasks is told', async () => {
  let isKnown = false
  const connected = once(silent, 'connection')
  const asking = create('silent', { executor: 'container', address }).finally(() => (isKnown = true))
  await connected
  await server.call(spaceEndpoints.createSpace, { body: { name: 'meanwhile', path: 'meanwhile' } })
  expect(isKnown).toBe(false)
  const pool = await asking
  expect(pool).toMatchObject({ status: 'unreachable', problem: { cause: 'timeout' } })

  const made = await server.call(taskEndpoints.createTask, {
    body: {
      name: 'ran',
      image: 'vermilion/starter-detector',
      dataSources: [{ kind: 'folder', path: data.replace('data', 'files') }],
      command: ['/bin/sh', '-c', 'echo said'],
    },
  })
  const params = { taskId: made.id }
  await expect.poll(async () => (await server.call(taskEndpoints.getTask, { params })).status).toBe('success')
  await server.stop()

  // Pretend that the run was there.
  const shelf = `engine-${createHash('sha256').update(address).digest('hex').slice(0, 12)}`
  const run = join(data, 'tasks', made.id, shelf, 'run-0')
  await mkdir(join(run, 'worker-0'), { recursive: true })
  await writeFile(join(run, 'worker-0', 'log-begin'), '0')
  const instances = [{ role: 'worker', index: 0 }]
  await writeFile(join(run, 'plan.json'), JSON.stringify({ instances, workingFolder: '/', token: 'none' }))
  await changeRows(data, `update tasks set pool = '${pool.id}'`)

  const abandoned = countAbandoned()
  server = await start()
  expect(abandoned()).toBe(0)
  const [log, existing] = await Promise.all([
    server.call(taskEndpoints.readLog, { params, query: {} }),
    server.call(taskEndpoints.listInstances, { params }),
  ])
  expect(log.text).toBe('said\n')
  expect(existing).toMatchObject([{ role: 'worker', status: 'success' }])
  await rm(join(data, 'tasks', made.id, 'log'))
  for (const socket of sockets) socket.destroy()
  silent.close()
  expect(await reasonOf(server.call(taskEndpoints.readLog, { params, query: {} }))).toBe('task.log-away')
})
