import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { poolEndpoints } from '../contract/src/tasks/pools.ts'
import { taskEndpoints } from '../contract/src/tasks.ts'
import { taskLogEndpoints } from '../contract/src/tasks/logs.ts'
import { createClient } from './support/server/client.ts'
import { labeledSample } from './support/content/labeled.ts'
import { enter } from './support/screen/screen.ts'
import { startServer } from './support/server/server.ts'
import { expect, test } from './support/story.ts'

test('R4.08 whoever stops a task whose engine is away is told to wait for its end, which comes by itself', async ({
  browser,
}) => {
  const data = await mkdtemp(join(tmpdir(), 'vermilion-away-'))
  // An engine that accepts every connection and never responds.
  const sockets = new Set<Socket>()
  const silent = createServer((socket) => void sockets.add(socket.on('error', () => {}))).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = `tcp://127.0.0.1:${(silent.address() as AddressInfo).port}`
  let server = await startServer({ data })
  const environment = { VERMILION_PORT: new URL(server.address).port }
  // As if the server had died before recording the start: no executor knows another one's runs.
  const moveTo = async (pool: string) => {
    await server.stop()
    const database = new DatabaseSync(join(data, 'vermilion.db'))
    database.prepare('update tasks set pool = ?, handle = null').run(pool)
    database.close()
    server = await startServer({ data, environment })
  }
  const call = createClient(server)
  const dataset = await labeledSample(call, 4)
  const lab = await call(poolEndpoints.createPool, { body: { name: 'lab', executor: 'container', address } })
  const task = await call(taskEndpoints.createTask, {
    body: {
      name: 'cut-off',
      image: 'vermilion/starter-detector',
      dataSources: [{ kind: 'dataset', id: dataset.id }],
      command: ['/bin/sh', '-c', 'echo started; sleep 200'],
    },
  })
  const status = async () => (await call(taskEndpoints.getTask, { params: { taskId: task.id } })).status
  await expect.poll(status).toBe('running')
  // The log does not exist before its first line.
  const log = () => call(taskLogEndpoints.logLines, { params: { taskId: task.id }, query: { from: 0, count: 5 } })
  await expect.poll(async () => JSON.stringify(await log().catch(() => null))).toContain('started')
  await moveTo(lab.id)

  const page = await browser.newPage({ baseURL: server.address })
  await enter(page, server)
  await page.goto(`/compute/taskdetail/${task.id}`)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(question.getByText('Failed to stop the task, please wait for automatic termination')).toBeVisible({
    timeout: 60_000,
  })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Asked to end by admin')).toBeVisible()

  await moveTo(task.pool)
  await expect(page.getByText('Stopped by admin')).toBeVisible()
  expect(await status()).toBe('stopped')

  await page.close()
  await server.stop()
  for (const socket of sockets) socket.destroy()
  silent.close()
  await rm(data, { recursive: true })
})
