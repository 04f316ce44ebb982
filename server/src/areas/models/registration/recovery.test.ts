import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { access } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { modelEndpoints } from '@vermilion/contract/models'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { waitForEnd } from '../testing/sample.ts'

const serve = fileURLToPath(new URL('../testing/serve.ts', import.meta.url))

let data: string
let server: TestServer | undefined
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'vermilion-recovery-'))
})
afterEach(async () => {
  await server?.stop()
  server = undefined
  await rm(data, { recursive: true, force: true })
})

async function trainAndDie(epochs: number): Promise<string> {
  const child = spawn(process.execPath, [serve, data, String(epochs)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const taskId = line.toString().trim()
  await until(join(data, 'tasks', taskId, 'output', 'results.csv'))
  child.kill('SIGKILL')
  await once(child, 'exit')
  return taskId
}

async function until(file: string): Promise<void> {
  while (
    !(await access(file).then(
      () => true,
      () => false,
    ))
  )
    await delay(25)
}

const models = async () => {
  await server!.platform.jobs.settled()
  return server!.call(modelEndpoints.listModels, { query: {} })
}

test('R4.12 a training outlives kill -9 of the server, goes on and leaves exactly one model', async () => {
  const taskId = await trainAndDie(100)
  server = await startTestServer({ data })
  const params = { taskId }
  const task = await server.call(taskEndpoints.getTask, { params })
  expect(task.status).toBe('running')
  const rows = async () => (await server!.call(taskEndpoints.taskMetrics, { params })).rows.length
  expect(await waitForEnd(server, taskId)).toMatchObject({ status: 'success', startedAt: task.startedAt })
  expect(await rows()).toBe(100)
  const [instance] = await server.call(taskEndpoints.listInstances, { params })
  expect(instance).toMatchObject({ restartCount: 0, status: 'success' })
  expect(await models()).toMatchObject({ total: 1, items: [{ taskId }] })
})

test('R4.12 a training that ended while no server ran leaves exactly one model, however often the server starts', async () => {
  const taskId = await trainAndDie(6)
  await until(join(data, 'tasks', taskId, 'supervisor', 'run-0', 'worker-0', 'exit'))
  for (let starts = 0; starts < 2; starts += 1) {
    server = await startTestServer({ data })
    expect((await waitForEnd(server, taskId)).status).toBe('success')
    expect(await models()).toMatchObject({ total: 1, items: [{ taskId }] })
    await server.stop()
  }
})
