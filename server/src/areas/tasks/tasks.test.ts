import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { trainingReportEndpoints } from '@vermilion/contract/tasks/training-report'
import type { Task } from '@vermilion/contract/tasks'
import type { ServerEvent } from '@vermilion/contract/kernel/event-stream'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { reasonOf } from '../../testing/client.ts'
import { startTestServer } from '../../testing/start-server.ts'
import type { TestServer } from '../../testing/start-server.ts'
import { orderOf, testPrograms } from './testing/programs.ts'

const {
  getTask,
  listTasks,
  listTaskCreators,
  deleteTask,
  stopTask,
  listInstances,
  readLog,
  taskMetrics,
  listResultFiles,
} = taskEndpoints

let server: TestServer
const events: ServerEvent[] = []
beforeAll(async () => {
  server = await startTestServer({ tasks: testPrograms })
  server.platform.transmitter.subscribe(({ event }) => events.push(event))
})
afterAll(() => server.stop())

const start = (image: string, more: Parameters<typeof orderOf>[1] = {}) =>
  server.app.tasks.start(orderOf(image, more), 'en-US')
const get = (taskId: string, language = 'en-us') => server.call(getTask, { params: { taskId } }, { language })
const stop = (taskId: string) => server.call(stopTask, { params: { taskId } })
const go = (task: Task) => writeFile(join(task.outputPath, 'go'), '')

async function until(taskId: string, fits: (task: Task) => boolean): Promise<Task> {
  for (;;) {
    const task = await get(taskId)
    if (fits(task)) return task
    await delay(25)
  }
}
const over = (taskId: string) => until(taskId, (task) => task.endedAt !== null)
const writes = async (taskId: string, text: string) => {
  const log = () => server.call(readLog, { params: { taskId }, query: {} }).catch(() => ({ text: '' }))
  while (!(await log()).text.includes(text)) await delay(25)
}

describe('a task that runs well', () => {
  let task: Task
  beforeAll(async () => {
    const { id } = await start('good', { parameters: { epochs: 5 } })
    task = await over(id)
  })

  test('R3.02 R4.01 ends as a success, with every field of a task', async () => {
    const folder = join(server.data, 'tasks', task.id)
    expect(task).toMatchObject({
      name: 'task-good',
      kind: 'training',
      status: 'success',
      statusReason: '',
      image: 'good',
      imageAddress: 'builtin:test',
      framework: 'node',
      parameters: { epochs: 5 },
      progress: { done: 5, total: 5, unit: 'epochs' },
      dataSource: { kind: 'dataset', id: 'dataset-1', name: 'Floors' },
      mountPath: join(folder, 'data'),
      outputPath: join(folder, 'output'),
      pool: 'local',
      priority: 50,
      accelerator: { type: 'none', count: 0 },
      creator: 'admin',
    })
    expect(task.command[0]).toBe(process.execPath)
    expect(Date.parse(task.startedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(task.createdAt))
    expect(Date.parse(task.endedAt ?? '')).toBeGreaterThan(Date.parse(task.startedAt ?? ''))
  })

  test('R3.03 has one instance, on this machine', async () => {
    const [instance, ...others] = await server.call(listInstances, { params: { taskId: task.id } })
    expect(others).toEqual([])
    expect(instance).toMatchObject({ role: 'worker', restartCount: 0, instanceIp: '127.0.0.1', status: 'success' })
    expect(instance?.name).toContain(task.id)
  })

  test('keeps its log: the end by default, any part by byte offset, never half a character', async () => {
    const { text, path, size } = await server.call(readLog, { params: { taskId: task.id }, query: {} })
    expect(text).toBe(`data: floor images\n${[1, 2, 3, 4, 5].map((epoch) => `第 ${epoch} 轮\n`).join('')}`)
    expect(await readFile(path, 'utf8')).toBe(text)
    let collected = ''
    for (let offset = 0; offset < size;) {
      const part = await server.call(readLog, { params: { taskId: task.id }, query: { offset, limit: 7 } })
      expect(part.text).not.toContain('\uFFFD')
      collected += part.text
      offset = part.nextOffset
    }
    expect(collected).toBe(text)
    const full = await server.fetch(`/tasks/${task.id}/log/content`)
    expect(full.headers.get('content-disposition')).toContain('task-good.log')
    expect(await full.text()).toBe(text)
  })

  test('R2.22 R3.02 its headline is its metric over all that it wrote, and stands in the list as well', async () => {
    const headline = {
      metric: 'train/loss',
      lowerIsBetter: true,
      best: { step: 5, value: 0.2 },
      last: { step: 5, value: 0.2 },
      curve: [1, 0.5, 0.3333, 0.25, 0.2],
    }
    expect(task.headline).toEqual(headline)
    const { items } = await server.call(taskEndpoints.listTasks, { query: { search: 'task-good' } })
    expect(items[0]?.headline).toEqual(headline)
    expect(await server.call(trainingReportEndpoints.trainingReport, { params: { taskId: task.id } })).toBeNull()
  })

  test('serves what it wrote into results.csv', async () => {
    const { columns, rows } = await server.call(taskMetrics, { params: { taskId: task.id } })
    expect(columns).toEqual(['epoch', 'train/loss'])
    expect(rows).toEqual([1, 2, 3, 4, 5].map((epoch) => [epoch, 1 / epoch]))
  })

  test('serves its result files and nothing else', async () => {
    const files = await server.call(listResultFiles, { params: { taskId: task.id } })
    expect(files.map(({ path }) => path)).toEqual(['figures/curve.json', 'progress.json', 'results.csv'])
    const content = (path: string) => server.fetch(`/tasks/${task.id}/files/content?path=${encodeURIComponent(path)}`)
    expect(await (await content('figures/curve.json')).text()).toBe('{}')
    const refused = ['../log', '/etc/hostname', 'figures/link.json', 'folder-link/hostname', 'figures', 'none.txt']
    for (const path of [...refused, '../output/results.csv', 'figures/../../log', 'a\0b']) {
      expect([path, (await content(path)).status]).toEqual([path, 404])
    }
  })

  test('told its changes and its output as events', async () => {
    expect(events).toContainEqual({ type: 'task-changed', taskId: task.id })
    const outputs = events.filter((event) => event.type === 'task-output' && event.taskId === task.id)
    expect(outputs.at(-1)).toMatchObject({ metricRows: 5, logSize: expect.any(Number) })
  })
})

describe('a task that goes wrong', () => {
  test.each([
    ['fails', 'The command ended with exit code 7', '命令以退出码 7 结束'],
    ['crashes', 'The command ended with exit code 139 (SIGSEGV)', '命令以退出码 139 结束（SIGSEGV）'],
    ['missing', 'there is no program /nowhere/trainer', '命令启动失败'],
  ])('R4.01 %s: it is failed, and says why in both languages', async (image, english, chinese) => {
    const task = await over((await start(image)).id)
    expect(task.status).toBe('failed')
    expect(task.statusReason).toContain(english)
    expect((await get(task.id, 'zh-cn')).statusReason).toContain(chinese)
  })

  test('its time is up while its data is prepared', async () => {
    const { id } = await start('good', { prepare: { by: 'endless', reference: null }, timeLimitSeconds: 1 })
    expect(await over(id)).toMatchObject({ status: 'failed', failure: { cause: 'time-limit' } })
  })

  test('its data cannot be prepared', async () => {
    const task = await over((await start('good', { prepare: { by: 'broken', reference: null } })).id)
    expect(task).toMatchObject({ status: 'failed', statusReason: expect.stringContaining('the space is gone') })
    const log = server.call(readLog, { params: { taskId: task.id }, query: {} })
    expect(await reasonOf(log)).toBe('task.log-missing')
  })
})

describe('the queue', () => {
  test('R3.02 runs one task at a time, by priority and then by age; what waits can be stopped', async () => {
    const first = await start('waiting', { name: 'first' })
    const [low, older, younger, urgent] = [
      await start('good', { name: 'low', priority: 10 }),
      await start('good', { name: 'older' }),
      await start('good', { name: 'younger' }),
      await start('good', { name: 'urgent', priority: 90 }),
    ]
    await until(first.id, ({ status }) => status === 'running')
    const cancelled = await start('good', { name: 'cancelled' })
    expect((await get(cancelled.id)).statusReason).toBe('Waiting for a place in the pool local')
    expect(await stop(cancelled.id)).toMatchObject({ status: 'stopped', startedAt: null })
    expect(cancelled.status).toBe('queuing')
    await go(first)
    const finished = await Promise.all([urgent, older, younger, low].map(({ id }) => over(id)))
    const times = finished.map(({ startedAt }) => Date.parse(startedAt ?? ''))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    for (const [index, task] of finished.entries()) {
      const previous = finished[index - 1]
      if (previous) expect(Date.parse(task.startedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(previous.endedAt ?? ''))
    }
    expect((await get(cancelled.id)).status).toBe('stopped')
  })

  test('R2.37 is listed newest first, by status, kind and a part of the name', async () => {
    const page = await server.call(listTasks, { query: { limit: 2, status: 'failed' } })
    expect(page).toMatchObject({ from: 1, total: 5 })
    expect(page.items.every(({ status }) => status === 'failed')).toBe(true)
    const response = await server.call(listTasks, { query: { search: 'unge' } })
    expect(response.items.map(({ name }) => name)).toEqual(['younger'])
    expect((await server.call(listTasks, { query: { search: 'u_g' } })).total).toBe(0)
    expect((await server.call(listTasks, { query: { kind: 'cloud-inference' } })).total).toBe(0)
  })

  test('R2.06 is listed by who created them, and says who did', async () => {
    const { id } = await start('good', { name: 'hers', creator: 'zoe' })
    expect(await server.call(listTaskCreators, {})).toEqual(['admin', 'zoe'])
    const hers = await server.call(listTasks, { query: { creator: 'zoe' } })
    expect(hers.items.map((task) => task.id)).toEqual([id])
    const [{ total: all }, { total: others }] = await Promise.all([
      server.call(listTasks, { query: {} }),
      server.call(listTasks, { query: { creator: 'admin' } }),
    ])
    expect(others).toBe(all - 1)
    expect((await server.call(listTasks, { query: { creator: 'zo' } })).total).toBe(0)
    await over(id)
    const remove = () => server.call(deleteTask, { params: { taskId: id } })
    // Its ending is visible before the engine has released it.
    await expect.poll(() => remove().then(() => 'deleted', String)).toBe('deleted')
    expect(await server.call(listTaskCreators, {})).toEqual(['admin'])
  })

  test('refuses an unknown image, one for another kind of task, and parameters that do not fit', async () => {
    const refusal = (order: Promise<unknown>) => order.catch((error: unknown) => error)
    expect(await refusal(start('nothing'))).toMatchObject({ reason: 'image.not-found' })
    expect(await refusal(start('inference'))).toMatchObject({ reason: 'image.not-found' })
    expect(await refusal(start('good', { parameters: { epochs: 0.5, depth: 3 } }))).toMatchObject({
      reason: 'image.parameters-invalid',
      values: {
        fields: {
          'parameters.epochs': { en: 'is not a whole number', zh: '不是整数' },
          'parameters.depth': expect.any(Object),
        },
      },
    })
  })
})

test('a training that ends before its last epoch says since when nothing got better', async () => {
  const { id } = await start('early')
  expect(await over(id)).toMatchObject({
    status: 'success',
    statusReason: 'Ended early after epoch 2 of 9: no improvement since epoch 1',
    progress: { done: 2, total: 9, unit: 'epochs' },
  })
})

describe('stopping', () => {
  test('R4.01 a running task ends, says by whom, and keeps its log', async () => {
    const { id } = await start('waiting')
    await writes(id, 'line 1')
    expect(await stop(id)).toMatchObject({ status: 'stopped', statusReason: 'Stopped by admin' })
    expect((await server.call(readLog, { params: { taskId: id }, query: {} })).text).toContain('line 1')
    expect(await reasonOf(stop(id))).toBe('task.ended')
  })

  test('a command that ignores the request is ended by force after the grace', async () => {
    const { id } = await start('stubborn')
    await writes(id, 'up')
    expect((await stop(id)).status).toBe('stopped')
    await writes(id, 'never')
  })

  test('a task whose data is being prepared ends too', async () => {
    const { id } = await start('good', { prepare: { by: 'endless', reference: null } })
    await until(id, ({ statusReason }) => statusReason === 'Preparing the data')
    expect(await stop(id)).toMatchObject({ status: 'stopped' })
  })
})

describe('a command that is lost', () => {
  const killSupervisor = async (task: Task, run: string) => {
    const file = join(task.outputPath, '..', 'supervisor', run, 'worker-0', 'identity')
    const identity = await vi.waitUntil(() => readFile(file, 'utf8').catch(() => undefined), { timeout: 5_000 })
    process.kill(Number(identity.split('\n')[0]), 'SIGKILL')
  }

  test('R4.12 goes on once from its checkpoint, without the rest of the lost run; then it is failed', async () => {
    const task = await start('waiting')
    await writes(task.id, 'line 3')
    await killSupervisor(task, 'run-0')
    await until(task.id, ({ statusReason }) => statusReason.includes('goes on from its last checkpoint'))
    const instances = () => server.call(listInstances, { params: { taskId: task.id } })
    expect(await instances()).toMatchObject([{ restartCount: 1, status: 'running' }])
    await killSupervisor(task, 'run-1')
    expect(await over(task.id)).toMatchObject({ status: 'failed', statusReason: expect.stringContaining('lost') })
    expect(await instances()).toMatchObject([{ restartCount: 1, status: 'unknown' }])
    const size = async () => (await server.call(readLog, { params: { taskId: task.id }, query: {} })).size
    const previous = await size()
    await delay(150)
    expect(await size()).toBe(previous)
  })
})
