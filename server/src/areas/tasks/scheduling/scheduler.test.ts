import { setTimeout as delay } from 'node:timers/promises'
import { estimateEndpoints } from '@vermilion/contract/tasks/estimates'
import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { orderOf, testPrograms } from '../testing/programs.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ tasks: testPrograms })
})
afterAll(() => server.stop())

const get = (taskId: string) => server.call(taskEndpoints.getTask, { params: { taskId } })
const stop = (taskId: string) => server.call(taskEndpoints.stopTask, { params: { taskId } })
async function start(image: string, cpu: number) {
  const resources = { cpu, memoryBytes: null, accelerator: { type: 'none', count: 0 } }
  return (await server.app.tasks.start(orderOf(image, { resources }), 'en-US')).id
}
const expectStart = (cpu: number | null, priority?: number) =>
  server.call(estimateEndpoints.expectStart, { body: { image: 'good', resources: { cpu }, priority } })
async function reaches(taskId: string, status: string) {
  while ((await get(taskId)).status !== status) await delay(25)
}

test('R3.02 what a large task held back goes on once that one is stopped', async () => {
  await server.call(poolEndpoints.updatePool, { params: { poolId: 'local' }, body: { cpu: 2, concurrency: 3 } })
  expect(await expectStart(1)).toEqual({ isNow: true, before: 0, expectedStartAt: null })
  const running = await start('waiting', 1)
  await reaches(running, 'running')
  const large = await start('good', 2)
  const small = await start('good', 1)
  await delay(100)
  expect((await get(small)).status).toBe('queuing')
  // A slot and a core are free, but reserved for the large task.
  expect(await expectStart(1)).toEqual({ isNow: false, before: 2, expectedStartAt: null })
  expect(await expectStart(null)).toMatchObject({ isNow: true })
  expect(await expectStart(1, 99)).toMatchObject({ isNow: true })
  await expect(expectStart(3)).rejects.toThrow('never has as much')
  await stop(large)
  await reaches(small, 'success')
  await stop(running)
})

test('knows which datasets are being read, whichever of a task they are', async () => {
  const more = {
    kind: 'dataset',
    id: 'second',
    name: 'Second',
    mountPath: '/more',
    checksum: null,
    folder: null,
  } as const
  const dataSource = { kind: 'dataset', id: 'busy', name: 'Busy' } as const
  const moreMounts = [{ ...more, by: 'text', reference: 'more images' }]
  const task = await server.app.tasks.start(orderOf('waiting', { dataSource, moreMounts }), 'en-US')
  const active = () => server.app.tasks.activeData('training', 'dataset', ['busy', 'second', 'idle'])
  expect(await active()).toEqual(new Set(['busy', 'second']))
  const readers = (id: string) => server.app.tasks.readers({ kind: 'dataset', id }, { limit: 9 }, 'en-US')
  expect(await readers('second')).toMatchObject({
    total: 1,
    items: [{ task: { id: task.id }, order: { by: 'text', reference: 'more images' } }],
  })
  expect((await readers('idle')).total).toBe(0)
  await reaches(task.id, 'running')
  await stop(task.id)
  expect(await active()).toEqual(new Set())
})
