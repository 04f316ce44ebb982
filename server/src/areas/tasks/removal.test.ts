import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { taskEndpoints } from '@vermilion/contract/tasks'
import type { Task } from '@vermilion/contract/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reasonOf } from '../../testing/client.ts'
import { startTestServer } from '../../testing/start-server.ts'
import type { TestServer } from '../../testing/start-server.ts'
import { orderOf, testPrograms } from './testing/programs.ts'

const { getTask, listTasks, deleteTask, stopTask } = taskEndpoints

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ tasks: testPrograms })
})
afterAll(() => server.stop())

const start = (image: string, more: Parameters<typeof orderOf>[1] = {}) =>
  server.app.tasks.start(orderOf(image, more), 'en-US')
const get = (taskId: string) => server.call(getTask, { params: { taskId } })
const stop = (taskId: string) => server.call(stopTask, { params: { taskId } })
const until = (taskId: string, status: Task['status']) =>
  expect.poll(async () => (await get(taskId)).status, { timeout: 20_000 }).toBe(status)
const remove = (taskId: string) => server.call(deleteTask, { params: { taskId } })

test('an ended task goes with all that it wrote, and the list counts one less', async () => {
  const { id } = await start('good', { parameters: { epochs: 1 } })
  await until(id, 'success')
  const folder = join(server.data, 'tasks', id)
  expect(await readdir(folder)).toContain('output')
  const before = (await server.call(listTasks, { query: { limit: 1 } })).total
  await remove(id)
  expect(await reasonOf(get(id))).toBe('task.not-found')
  expect((await server.call(listTasks, { query: { limit: 1 } })).total).toBe(before - 1)
  await server.platform.jobs.settled()
  expect(await reasonOf(readdir(folder))).toContain('ENOENT')
  expect(await reasonOf(remove(id))).toBe('task.not-found')
})

test('a task that waits or runs is not deleted', async () => {
  const running = await start('waiting')
  await until(running.id, 'running')
  const waiting = await start('good')
  for (const { id } of [running, waiting]) {
    expect(await reasonOf(remove(id))).toBe('task.not-ended')
  }
  await stop(waiting.id)
  expect((await get(running.id)).status).toBe('running')
  await stop(running.id)
  await remove(running.id)
})
