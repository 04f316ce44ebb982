import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { taskLogEndpoints } from '@vermilion/contract/tasks/logs'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reasonOf } from '../../../testing/client.ts'
import { processorTimeOf, watchEventLoop } from '../../../testing/processor-time.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { orderOf, testPrograms } from '../testing/programs.ts'
import { lineOf, million, writers } from '../testing/writers.ts'

const { logLines, searchLog } = taskLogEndpoints
const mebi = 1024 * 1024

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ tasks: { ...testPrograms, images: writers, concurrency: 3 } })
})
afterAll(() => server.stop())

const start = (image: string) => server.app.tasks.start(orderOf(image), 'en-US')
async function over(taskId: string): Promise<void> {
  while ((await server.call(taskEndpoints.getTask, { params: { taskId } })).endedAt === null) await delay(25)
}
const lines = (taskId: string, query: Parameters<typeof server.call<typeof logLines>>[1]['query'] = {}) =>
  server.call(logLines, { params: { taskId }, query })
async function search(taskId: string, query: Parameters<typeof server.call<typeof searchLog>>[1]['query']) {
  for (;;) {
    const response = await server.call(searchLog, { params: { taskId }, query })
    if (response.searched === response.size) return response
  }
}

describe('a log of a million lines', () => {
  let taskId: string
  beforeAll(async () => {
    taskId = (await start('million')).id
    await over(taskId)
  })

  test('R2.22 is there from the first line to the last, and no other call waits 20 ms for it', async () => {
    const longestBlock = watchEventLoop()
    let { total, indexed, size } = await lines(taskId, { count: 0 })
    while (indexed < size) ({ total, indexed, size } = await lines(taskId, { count: 0 }))
    expect(await longestBlock()).toBeLessThan(20)
    expect(total).toBe(million)
    let next = 0
    while (next < total) {
      const part = await lines(taskId, { from: next, count: 1_000 })
      expect(part.from).toBe(next)
      const wrong = part.lines.findIndex(({ text }, at) => text !== lineOf(next + at))
      expect(wrong).toBe(-1)
      next += part.lines.length
    }
    expect((await lines(taskId, { from: -1 })).lines).toMatchObject([
      { text: lineOf(million - 1), from: 0, cut: false },
    ])
  })

  test('R2.22 is searched as it is shown, from match to match', async () => {
    const held = watchEventLoop()
    const match = await search(taskId, { query: 'LOSS=0.77 good', from: 500_000 })
    expect(await held()).toBeLessThan(20)
    expect(match).toEqual({
      count: 1_000,
      more: false,
      line: 500_077,
      place: 501,
      searched: match.size,
      size: match.size,
    })
    const again = await processorTimeOf(() => search(taskId, { query: 'LOSS=0.77 good', from: 500_000 }))
    expect(again).toBeLessThan(2_000)
    expect(await search(taskId, { query: 'LOSS=0.77 good', from: 500_076, direction: 'previous' })).toMatchObject({
      line: 499_077,
      place: 500,
    })
    expect(await search(taskId, { query: 'LOSS=0.77 good', from: 999_078 })).toMatchObject({ line: 77, place: 1 })
    expect(await search(taskId, { query: 'LOSS', matchCase: true })).toMatchObject({
      count: 0,
      line: null,
      place: null,
    })
    expect(await search(taskId, { query: '样本' })).toMatchObject({ count: million, more: false, line: 0 })
    const both = await Promise.all([1, 2].map(() => search(taskId, { query: 'loss=0.5 ' })))
    expect(both.map(({ count }) => count)).toEqual([1_000, 1_000])
  })
})

describe('a log that means no good', () => {
  let taskId: string
  beforeAll(async () => {
    taskId = (await start('hostile')).id
    await over(taskId)
  })

  test('R2.22 endless lines come in parts, and whole when asked for', async () => {
    const { lines: all, path } = await lines(taskId, { from: 0 })
    expect(path).toBe(join(server.data, 'tasks', taskId, 'log'))
    expect(all[0]).toEqual({ text: 'first', size: 5, from: 0, cut: false })
    expect(all[1]).toMatchObject({ text: 'x'.repeat(4_096), size: 3 * mebi + 6_008, from: 0, cut: true })
    expect((await lines(taskId, { from: 1, count: 1, longest: mebi })).lines[0]?.text).toBe('x'.repeat(mebi))
    expect((await search(taskId, { query: '中 the end' })).line).toBe(1)
  })

  test('R2.22 progress written over itself shows its last state', async () => {
    const bar = (await lines(taskId, { from: 3, count: 1 })).lines[0]
    expect(bar?.text.split('\r').at(-1)).toBe('100000/100000')
    expect(bar?.text.length).toBeLessThanOrEqual(4_096)
    expect(bar).toMatchObject({ cut: false })
    expect((await search(taskId, { query: '99999/100000' })).count).toBe(0)
    expect((await search(taskId, { query: '100000/100000' })).line).toBe(3)
  })

  test('R2.22 NUL, bytes that are no text and binary data harm nothing', async () => {
    expect((await lines(taskId, { from: 2, count: 1 })).lines[0]?.text).toBe('\0\u0001\uFFFD\uFFFD\uFFFD<b>nul</b>')
    const { lines: end, total } = await lines(taskId, { from: -1 })
    expect(end).toEqual([{ text: 'last', size: 4, from: 0, cut: false }])
    let seenCount = 0
    while (seenCount < total) seenCount += (await lines(taskId, { from: seenCount, count: 1_000 })).lines.length
    expect(seenCount).toBe(total)
  })
})

test('R2.22 what is written while somebody looks is found: also in the line that was not finished', async () => {
  const task = await start('slow')
  const read = () => lines(task.id).catch(() => ({ lines: [], total: 0 }))
  while ((await read()).total < 2) await delay(20)
  expect(await search(task.id, { query: 'needle' })).toMatchObject({ count: 0, line: null })
  expect((await search(task.id, { query: 'open' })).line).toBe(1)
  await writeFile(join(task.outputPath, 'go'), '')
  await over(task.id)
  expect(await search(task.id, { query: 'needle' })).toMatchObject({ count: 2, line: 1 })
  expect((await search(task.id, { query: 'open' })).count).toBe(1)
  expect((await lines(task.id)).lines.map(({ text }) => text)).toEqual(['begun', 'open needle', 'more needle'])
  const instances = await server.call(taskEndpoints.listInstances, { params: { taskId: task.id } })
  expect((await lines(task.id, { instance: instances[0]?.name })).total).toBe(3)
  expect(await reasonOf(lines(task.id, { instance: '../log' }))).toBe('task.instance-not-found')
})
