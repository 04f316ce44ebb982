import { copyFile, link, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { taskEndpoints } from '@vermilion/contract/tasks'
import type { Task } from '@vermilion/contract/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reasonOf } from '../../../testing/client.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { orderOf, testPrograms } from '../testing/programs.ts'

const { getTask, getTaskRemoval, listTasks, deleteTask, stopTask } = taskEndpoints

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
  expect.poll(async () => (await get(taskId)).status).toBe(status)
const removal = (taskId: string) => server.call(getTaskRemoval, { params: { taskId } })
const remove = (taskId: string) => server.call(deleteTask, { params: { taskId } })

test('an ended task goes with all that it wrote, and the list counts one less', async () => {
  const { id } = await start('good', { parameters: { epochs: 1 } })
  await until(id, 'success')
  // A model that is still being registered from its results holds the task back.
  await server.platform.jobs.settled()
  const folder = join(server.data, 'tasks', id)
  expect(await readdir(folder)).toContain('output')
  const previous = (await server.call(listTasks, { query: { limit: 1 } })).total
  await remove(id)
  expect(await reasonOf(get(id))).toBe('task.not-found')
  expect((await server.call(listTasks, { query: { limit: 1 } })).total).toBe(previous - 1)
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

test('R2.06 what a deletion frees is counted on the disk before it, without what others have too', async () => {
  const { id } = await start('good', { parameters: { epochs: 1 } })
  await until(id, 'success')
  const folder = join(server.data, 'tasks', id)
  const elsewhere = join(server.data, 'elsewhere')
  await writeFile(elsewhere, Buffer.alloc(1_000_000, 1))
  const results = join(folder, 'output', 'deep')
  const log = join(folder, 'log-1')
  const data = join(folder, 'data', 'more')
  const more = async () => {
    const previous = await removal(id)
    await Promise.all([mkdir(results), mkdir(data), copyFile(elsewhere, log)])
    await copyFile(elsewhere, join(results, 'result'))
    await link(elsewhere, join(data, 'stored'))
    await copyFile(elsewhere, join(data, 'copied'))
    await link(join(data, 'copied'), join(data, 'again'))
    const after = await removal(id)
    await Promise.all([results, data, log].map((path) => rm(path, { recursive: true })))
    expect([previous.complete, after.complete]).toEqual([true, true])
    return [after.results - previous.results, after.logs - previous.logs, after.data - previous.data]
  }
  const size = (await stat(elsewhere)).blocks * 512
  // Wait for the cleanup at the task's end, which changes the sizes.
  await expect.poll(more).toEqual([size, size, size])
  await remove(id)
  expect(await reasonOf(removal(id))).toBe('task.not-found')
})

test('counting that takes too long ends early, and says so', async () => {
  const hasty = await startTestServer({ tasks: { ...testPrograms, countingPatience: 0 } })
  try {
    const { id } = await hasty.app.tasks.start(orderOf('waiting'), 'en-US')
    const params = { taskId: id }
    await expect.poll(async () => (await hasty.call(getTask, { params })).status).toBe('running')
    await expect
      .poll(() => hasty.call(getTaskRemoval, { params }))
      .toEqual({ results: 0, logs: 0, data: 0, complete: false })
    await hasty.call(stopTask, { params })
  } finally {
    await hasty.stop()
  }
})
