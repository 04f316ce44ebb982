import { execFile } from 'node:child_process'
import { closeSync } from 'node:fs'
import { appendFile, mkdir, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { metricEndpoints } from '@vermilion/contract/tasks/metrics'
import type { SeriesInfo, TaskSeries } from '@vermilion/contract/tasks/metrics'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reasonOf } from '../../../testing/client.ts'
import { processorTimeOf } from '../../../testing/processor-time.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { orderOf, testPrograms } from '../testing/programs.ts'
import { stopTasks } from '../testing/stop-tasks.ts'
import { createSeriesThread } from './series-thread.ts'
import { openFile } from './source-file.ts'
import { eventFiles } from '../testing/event-files.ts'

const { listSeries, readSeries } = metricEndpoints
const run = promisify(execFile)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ tasks: { ...testPrograms, concurrency: 20 } })
})
afterAll(async () => {
  await stopTasks(server)
  await server.stop()
})

async function running() {
  const { id, outputPath } = await server.app.tasks.start(orderOf('waiting'), 'en-US')
  const get = () => server.call(taskEndpoints.getTask, { params: { taskId: id } })
  while ((await get()).status !== 'running') await delay(20)
  await mkdir(outputPath, { recursive: true })
  return { id, output: outputPath, startedAt: Date.parse((await get()).startedAt ?? '') }
}

const list = async (taskId: string): Promise<TaskSeries> => {
  for (;;) {
    const response = await server.call(listSeries, { params: { taskId } })
    if (response.unread === 0) return response
  }
}
const own = ({ series }: TaskSeries) => series.filter(({ source }) => source !== 'system')
const named = (match: TaskSeries, name: string): SeriesInfo => {
  const one = match.series.find((series) => series.name === name)
  if (one === undefined) throw new Error(`there is no series ${name}`)
  return one
}
const read = async (taskId: string, names: string[], more: object = {}) =>
  (await server.call(readSeries, { query: { tasks: taskId, names: names.join('\n'), ...more } })).series
const pairs = async (taskId: string, name: string, more: object = {}) => {
  const [match] = await read(taskId, [name], more)
  return match?.x.map((x, at) => [x, match.y[at]])
}

test('R2.22 results.csv, JSON lines and event files are read as they are written, each from where it was left', async () => {
  const { id, output, startedAt } = await running()
  await writeFile(join(output, 'results.csv'), 'epoch, time, train/loss, note\n1, 2.5, 0.5, warm\n2, 5, 0.2')
  await mkdir(join(output, 'runs/one'), { recursive: true })
  await writeFile(join(output, 'runs/one/events.out.tfevents.1.host'), eventFiles.simple.subarray(0, 150))
  await writeFile(join(output, 'events.out.tfevents.2.host'), eventFiles.tensors)
  await writeFile(
    join(output, 'metrics.jsonl'),
    '{"step": 3, "loss": 2, "val": {"iou": NaN, "lr": 1e-3}, "words": "-"}\n{"name": "speed"',
  )
  const first = await list(id)
  expect(named(first, 'train/loss')).toMatchObject({
    source: 'csv',
    points: 1,
    last: { step: 1, time: startedAt + 2_500, value: 0.5 },
  })
  expect(named(first, 'val/iou')).toMatchObject({ source: 'json-lines', points: 0, notFinite: 1, last: null })
  expect(await pairs(id, 'epoch_loss')).toEqual([
    [0, 0.5],
    [1, 1.5],
  ])
  expect(await pairs(id, 'epoch_acc')).toEqual([
    [0, 0.25],
    [1, 0.25],
  ])
  expect(named(first, 'runs/one/train/loss')).toMatchObject({ source: 'tensorboard', points: 2 })

  await appendFile(join(output, 'results.csv'), '5, warm\n3, 7.5, 0.125, hot\n')
  await appendFile(join(output, 'runs/one/events.out.tfevents.1.host'), eventFiles.simple.subarray(150))
  await appendFile(join(output, 'metrics.jsonl'), ', "step": 9, "value": 12, "timestamp": 1700000000}\n')
  const then = await list(id)
  expect(own(then).map(({ name, points }) => [name, points])).toEqual([
    ['epoch_loss', 2],
    ['epoch_acc', 2],
    ['loss', 1],
    ['val/iou', 0],
    ['val/lr', 1],
    ['train/loss', 3],
    ['runs/one/train/loss', 4],
    ['speed', 1],
    ['runs/one/val/nan', 0],
  ])
  expect(await pairs(id, 'train/loss')).toEqual([
    [1, 0.5],
    [2, 0.25],
    [3, 0.125],
  ])
  // Accuracy is preferred to loss.
  const task = () => server.call(taskEndpoints.getTask, { params: { taskId: id } })
  await expect.poll(async () => (await task()).headline).toMatchObject({ metric: 'epoch_acc', best: { value: 0.25 } })
  // The kept weights may be of another epoch than the best value: the program's report counts.
  const report = { images: 4, metrics: { acc: 0.125 }, classes: [], kept: { epoch: 3, rule: 'of its own' } }
  await writeFile(join(output, 'report.json'), JSON.stringify(report))
  await appendFile(join(output, 'metrics.jsonl'), '{"step": 10, "value": 12}\n')
  await list(id)
  await expect.poll(async () => (await task()).headline).toMatchObject({ best: { value: 0.25 }, keptEpoch: 3 })
  expect(await pairs(id, 'train/loss', { axis: 'time' })).toEqual(
    [2.5, 5, 7.5].map((at, index) => [startedAt + at * 1_000, [0.5, 0.25, 0.125][index]]),
  )
  expect(await pairs(id, 'runs/one/train/loss', { axis: 'time' })).toEqual(
    [1, 2, 3, 4].map((at) => [1_700_000_000_000 + at * 1_000, Math.fround(1 / at)]),
  )
  expect(named(then, 'speed').last).toEqual({ step: 9, time: 1_700_000_000_000, value: 12 })
  expect(then.problems).toEqual([])
})

test('R2.22 a loss of many steps is told by the mean of its last, not by the luckiest step', async () => {
  const { id, output } = await running()
  const losses = Array.from({ length: 40 }, (_, step) => (step === 30 ? 0.001 : step >= 36 ? 0.5 + (step % 2) / 4 : 1))
  const lines = losses.map((loss, step) => `${JSON.stringify({ step, loss })}\n`)
  await writeFile(join(output, 'metrics.jsonl'), lines.slice(0, 19).join(''))
  await list(id)
  const headline = async () => (await server.call(taskEndpoints.getTask, { params: { taskId: id } })).headline
  await expect.poll(headline).toMatchObject({ metric: 'loss', best: { value: 1 } })
  expect((await headline())?.recent).toBeUndefined()
  await appendFile(join(output, 'metrics.jsonl'), lines.slice(19).join(''))
  await list(id)
  await expect.poll(headline).toMatchObject({ best: { step: 30, value: 0.001 }, recent: { value: 0.625, points: 4 } })
})

test('R2.22 a run that goes on from a checkpoint, and a file that is written anew, leave no curve of before', async () => {
  const { id, output } = await running()
  const file = join(output, 'results.csv')
  await writeFile(file, 'epoch,loss\n1,9\n2,8\n3,7\n')
  await list(id)
  await appendFile(file, 'epoch,loss\n2,5\n')
  expect(named(await list(id), 'loss')).toMatchObject({ points: 2, minimum: 5, maximum: 9 })
  expect(await pairs(id, 'loss')).toEqual([
    [1, 9],
    [2, 5],
  ])
  await writeFile(file, 'epoch,loss,accuracy\n1,4,0.5\n2,3,0.75\n3,2,0.875\n4,1,1\n')
  expect(own(await list(id)).map(({ name, points }) => [name, points])).toEqual([
    ['loss', 4],
    ['accuracy', 4],
  ])
  expect(await pairs(id, 'loss', { from: 2.5, to: 3.5 })).toEqual([
    [2, 3],
    [3, 2],
    [4, 1],
  ])
})

test('R2.22 a program that logs a step many times, or goes back often, holds up nobody', async () => {
  const { id, output } = await running()
  const many = Array.from({ length: 20_000 }, (_, at) => `{"epoch": 5, "same": ${at}}\n`)
  // One step back, two forward, repeated.
  const back = Array.from({ length: 10_000 }, (_, at) => `{"epoch": ${(at >> 1) + (at % 2) * 2}, "back": ${-at}}\n`)
  await writeFile(join(output, 'metrics.jsonl'), '{"epoch": 1, "same": 90000}\n')
  expect(named(await list(id), 'same')).toMatchObject({ points: 1, minimum: 90_000 })
  await appendFile(join(output, 'metrics.jsonl'), many.join(''))
  await writeFile(join(output, 'history.jsonl'), back.join(''))
  expect(await processorTimeOf(() => list(id))).toBeLessThan(2_000)
  const match = await list(id)
  expect(named(match, 'same')).toMatchObject({
    points: 2,
    minimum: 19_999,
    maximum: 90_000,
    last: { step: 5, value: 19_999 },
  })
  expect(named(match, 'back')).toMatchObject({ points: 5_000 + 1, first: { value: 0 }, minimum: -9_999 })
})

test('R2.22 of many points those that show stay, in any span, and read as before after a restart of the server', async () => {
  const { id, output } = await running()
  const count = 200_000
  const valueAt = (step: number) => (step === 123_457 ? 50 : step === 77_777 ? -50 : Math.sin(step / 5_000))
  const rows = Array.from({ length: count }, (_, step) => `${step},${valueAt(step)}`)
  await writeFile(join(output, 'metrics.csv'), `step,wave\n${rows.join('\n')}\n`)
  expect(named(await list(id), 'wave')).toMatchObject({ points: count, minimum: -50, maximum: 50 })
  const all = await pairs(id, 'wave', { points: 500 })
  expect(all?.length).toBeLessThanOrEqual(502)
  expect(all).toContainEqual([123_457, 50])
  expect(all).toContainEqual([77_777, -50])
  expect(all).toEqual(all?.toSorted(([a = 0], [b = 0]) => a - b))
  for (const [x, y] of all ?? []) expect(y).toBe(valueAt(x ?? 0))
  const near = await read(id, ['wave'], { from: 123_400, to: 123_500, points: 500 })
  expect(near[0]).toMatchObject({ whole: true })
  expect(near[0]?.x).toEqual(Array.from({ length: 103 }, (_, at) => 123_399 + at))
  const part = await pairs(id, 'wave', { from: 50_000, to: 150_000, points: 100 })
  expect(part).toContainEqual([77_777, -50])
  expect(part?.[0]?.[0]).toBeGreaterThanOrEqual(49_999 - 2_000)

  const thread = createSeriesThread()
  const location = { output, folder: join(server.data, 'tasks', id, 'series'), startedAt: 0 }
  const listAtOnce = async () => {
    const { series } = await thread.ask({ kind: 'list', location, milliseconds: 0 })
    expect(series.find(({ name }) => name === 'wave')).toMatchObject({ points: count })
  }
  expect(await processorTimeOf(listAtOnce)).toBeLessThan(1_000)
  // A file that does not match its index is read again.
  await truncate(join(location.folder, '0'), 800)
  await thread.close()
  const fresh = createSeriesThread()
  await fresh.ask({ kind: 'list', location, milliseconds: 0 })
  const request = {
    kind: 'read',
    location,
    names: ['wave'],
    axis: 'step',
    from: 1_000,
    to: 1_010,
    points: 10,
  } as const
  await expect(fresh.ask({ ...request, names: ['wave'] })).rejects.toThrow('shorter')
  await fresh.ask({ kind: 'list', location, milliseconds: 60_000 })
  expect((await fresh.ask({ ...request, names: ['wave'] }))[0]?.x[0]).toBe(999)
  await fresh.close()
})

test('R2.22 what is no metric is contained: links, damage, endless lines, strange names, other tasks', async () => {
  const { id, output } = await running()
  await symlink('/etc', join(output, 'runs'))
  await symlink('/etc/hostname', join(output, 'results.csv'))
  const damaged = Buffer.from(eventFiles.simple)
  damaged[130] = (damaged[130] ?? 0) ^ 1
  await writeFile(join(output, 'events.out.tfevents.3'), damaged)
  await mkdir(join(output, 'pictures'))
  await Promise.all(Array.from({ length: 5_100 }, (_, at) => writeFile(join(output, 'pictures', `${at}.png`), '')))
  await writeFile(join(output, 'pictures/results.csv'), 'epoch,seen\n1,1\n')
  await writeFile(join(output, 'metrics.jsonl'), 'x'.repeat(5_000_000))
  await appendFile(
    join(output, 'metrics.jsonl'),
    '\n{"step":1,"__proto__":2,"a\\nb\\u0000":3,"wide":1e999}\nnot json\n[1]\n' +
      '{"step":1e999,"endless":1}\n{"step":1,"time":1700000000123456789,"half\\ud800":1}\n',
  )
  const match = await list(id)
  expect(match.problems).toEqual([{ path: 'events.out.tfevents.3', detail: expect.stringContaining('checksum') }])
  expect(named(match, 'train/loss').points).toBeLessThan(4)
  expect(named(match, 'a b').last?.value).toBe(3)
  expect(named(match, 'wide').notFinite).toBe(1)
  expect(named(match, 'half\uFFFD').last?.time).toBeCloseTo(1_700_000_000_123, -1)
  expect(match.series.some(({ name }) => name === 'endless')).toBe(false)
  expect(match.series.filter(({ source }) => source === 'csv').map(({ name }) => name)).toEqual(['pictures/seen'])
  expect(await reasonOf(server.call(listSeries, { params: { taskId: 'none' } }))).toBe('task.not-found')
  expect(await reasonOf(read(`${id},none`, ['train/loss']))).toBe('task.not-found')
  expect(await read(id, ['none'])).toEqual([])
  expect(await read(`${id},${id}`, ['train/loss', 'train/loss'])).toHaveLength(1)

  // A program may replace a file during the search.
  await run('mkfifo', [join(output, 'pipe.csv')])
  const paths = ['pipe.csv', 'results.csv', 'runs/hostname', 'pictures/results.csv']
  const handles = paths.map((path) => openFile(output, join(output, path)))
  expect(handles.map((handle) => handle !== undefined)).toEqual([false, false, false, true])
  for (const handle of handles) if (handle !== undefined) closeSync(handle)
})

test('R2.22 several tasks are read in one call, over seconds since each began', async () => {
  const both = await Promise.all([running(), running()])
  for (const [at, { output }] of both.entries()) {
    await writeFile(
      join(output, 'metrics.jsonl'),
      `{"time": 1700000${at}00, "step": 1, "loss": ${at}}\n{"time": 1700000${at}30, "step": 2, "loss": ${at + 1}}\n`,
    )
  }
  for (const { id } of both) await list(id)
  const matches = await read(both.map(({ id }) => id).join(), ['loss', 'other'], { axis: 'relative' })
  expect(matches).toEqual(
    both.map(({ id }, at) => ({ taskId: id, name: 'loss', x: [0, 30], y: [at, at + 1], whole: true })),
  )
})

test('R2.22 what a running task takes of its machine stands beside its own metrics, from the first seconds on', async () => {
  const { id, startedAt } = await running()
  const names = ['system/cpu', 'system/memory']
  for (
    let match = await list(id);
    match.series.filter(({ name }) => names.includes(name)).length < 2;
    match = await list(id)
  )
    await delay(100)
  const memory = named(await list(id), 'system/memory')
  expect(memory).toMatchObject({ source: 'system', notFinite: 0 })
  // In MiB: a Node program, not a whole machine.
  expect(memory.maximum).toBeGreaterThan(5)
  expect(memory.maximum).toBeLessThan(1_000)
  expect(memory.first?.time).toBeGreaterThan(startedAt)
  expect(named(await list(id), 'system/cpu').minimum).toBeGreaterThanOrEqual(0)
})
