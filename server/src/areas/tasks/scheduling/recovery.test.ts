import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { testPrograms } from '../testing/programs.ts'
import { changeRows } from '../../../testing/test-database.ts'

const serve = fileURLToPath(new URL('../testing/serve.ts', import.meta.url))

let data: string
let server: TestServer | undefined
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'vermilion recovery '))
})
afterEach(async () => {
  await server?.stop()
  server = undefined
  await rm(data, { recursive: true, force: true })
})

async function serveAndDie(images: string[], ready: (ids: string[]) => Promise<void>): Promise<string[]> {
  const child = spawn(process.execPath, [serve, data, ...images], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const ids = line.toString().trim().split(' ')
  await ready(ids)
  child.kill('SIGKILL')
  await once(child, 'exit')
  return ids
}

const fileOf = (taskId: string, ...path: string[]) => join(data, 'tasks', taskId, ...path)
const lines = async (taskId: string) => (await readFile(fileOf(taskId, 'log'), 'utf8')).split('\n').slice(0, -1)

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds().catch(() => false))) await delay(25)
}
const reaches = (taskId: string, line: string) => until(async () => (await lines(taskId)).includes(line))

async function over(taskId: string) {
  const get = () => server!.call(taskEndpoints.getTask, { params: { taskId } })
  await until(async () => (await get()).endedAt !== null)
  return get()
}

test('R4.12 a running task outlives kill -9 of the server: it is found again, runs on, and those behind it follow', async () => {
  const [running = '', queued = ''] = await serveAndDie(['waiting', 'good'], ([first = '']) => reaches(first, 'line 2'))
  const previous = (await lines(running)).length
  await reaches(running, `line ${previous + 3}`)

  server = await startTestServer({ data, tasks: testPrograms })
  const response = await server.call(taskEndpoints.getTask, { params: { taskId: running } })
  expect(response).toMatchObject({ status: 'running', statusReason: '' })
  expect((await server.call(taskEndpoints.getTask, { params: { taskId: queued } })).status).toBe('queuing')
  await reaches(running, `line ${previous + 8}`)
  await writeFile(fileOf(running, 'output', 'go'), '')
  const finished = await over(running)
  expect(finished).toMatchObject({ status: 'success', startedAt: response.startedAt })
  expect(await lines(running)).toEqual((await lines(running)).map((_, index) => `line ${index}`))
  const [instance] = await server.call(taskEndpoints.listInstances, { params: { taskId: running } })
  expect(instance?.restartCount).toBe(0)
  const followed = await over(queued)
  expect(followed.status).toBe('success')
  expect(Date.parse(followed.startedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(finished.endedAt ?? ''))
})

test('R4.12 a task that ended while no server ran ends as it did, at the time it did', async () => {
  const [id = ''] = await serveAndDie(['waiting'], ([first = '']) => reaches(first, 'line 1'))
  await writeFile(fileOf(id, 'output', 'go'), '')
  await until(() => access(fileOf(id, 'supervisor', 'run-0', 'worker-0', 'exit')).then(() => true))
  const later = Date.now()
  await delay(30)
  server = await startTestServer({ data, tasks: testPrograms })
  const finished = await over(id)
  expect(finished.status).toBe('success')
  expect(Date.parse(finished.endedAt ?? '')).toBeLessThanOrEqual(later)
})

test('R4.12 a task whose data was being prepared is prepared again and can still be stopped', async () => {
  const prepares = (id: string) => access(fileOf(id, 'data')).then(() => true)
  const [id = ''] = await serveAndDie(['good:endless'], ([first = '']) => until(() => prepares(first)))
  server = await startTestServer({ data, tasks: testPrograms })
  const stopped = await server.call(taskEndpoints.stopTask, { params: { taskId: id } })
  expect(stopped.status).toBe('stopped')
})

test('R4.12 a server that ends in order leaves a running task alone, and a lost one is told as lost', async () => {
  const [id = ''] = await serveAndDie(['stubborn'], ([first = '']) => reaches(first, 'up'))
  const supervisor = Number(
    (await readFile(fileOf(id, 'supervisor', 'run-0', 'worker-0', 'identity'), 'utf8')).split('\n')[0],
  )
  server = await startTestServer({ data, tasks: testPrograms })
  await server.stop()
  expect(() => process.kill(supervisor, 0)).not.toThrow()
  process.kill(supervisor, 'SIGKILL')
  server = await startTestServer({ data, tasks: testPrograms })
  expect(await over(id)).toMatchObject({ status: 'failed', statusReason: expect.stringContaining('lost') })
})

test('R4.12 a command whose start was cut off before it was noted ends with its task', async () => {
  const [id = ''] = await serveAndDie(['waiting'], ([first = '']) => reaches(first, 'line 1'))
  const now = new Date().toISOString()
  await changeRows(data, `update tasks set handle = null, "stopAccount" = 'admin', "stopAskedAt" = '${now}'`)
  server = await startTestServer({ data, tasks: testPrograms })
  expect(await over(id)).toMatchObject({ status: 'stopped' })
  const previous = (await lines(id)).length
  await delay(200)
  expect(await lines(id)).toHaveLength(previous)
})

test('a pool that cannot be used holds up nobody in another', async () => {
  const [running = '', stuck = '', next = ''] = await serveAndDie(['waiting', 'good', 'good'], ([first = '']) =>
    reaches(first, 'line 1'),
  )
  await changeRows(
    data,
    `insert into pools (id, name, executor, address, concurrency, "createdAt")
    values ('broken', 'Broken', 'container', 'nowhere', 1, '2000-01-01T00:00:00.000Z')`,
    `update tasks set pool = 'broken' where id = '${stuck}'`,
  )
  server = await startTestServer({ data, tasks: testPrograms })
  await writeFile(fileOf(running, 'output', 'go'), '')
  expect((await over(next)).status).toBe('success')
  const pools = await server.call(poolEndpoints.listPools, {})
  expect(pools.map(({ status }) => status)).toEqual(['unreachable', 'ready'])
})
