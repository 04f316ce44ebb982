import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import type { PoolCreate } from '@vermilion/contract/tasks/pools'
import { taskEndpoints } from '@vermilion/contract/tasks'
import type { Task } from '@vermilion/contract/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'

const type = 'Test GPU'
const path = process.env['PATH'] ?? ''
let server: TestServer
let shared: string
beforeAll(async () => {
  shared = await mkdtemp(join(tmpdir(), 'vermilion-accelerators-'))
  await writeFile(join(shared, 'nvidia-smi'), `#!/bin/sh\necho '0, ${type}, 100'\necho '1, ${type}, 100'\n`)
  await chmod(join(shared, 'nvidia-smi'), 0o755)
  process.env['PATH'] = `${shared}${delimiter}${path}`
  server = await startTestServer({ environment: { VERMILION_ROOTS: shared }, tasks: { graceSeconds: 0.3 } })
})
afterAll(async () => {
  process.env['PATH'] = path
  await server.stop()
  await rm(shared, { recursive: true, force: true })
})

const pool = (body: PoolCreate) => server.call(poolEndpoints.createPool, { body })
const get = (id: string) => server.call(taskEndpoints.getTask, { params: { taskId: id } })
const stop = ({ id }: Task) => server.call(taskEndpoints.stopTask, { params: { taskId: id } })
const visible = async ({ id }: Task) => (await server.fetch(`/tasks/${id}/log/content`)).text()
const run = (name: string, more: { pool: string; count: number; type?: string; cpu?: number }) =>
  server.call(taskEndpoints.createTask, {
    body: {
      name,
      image: 'vermilion/starter-detector',
      dataSources: [{ kind: 'folder', path: shared }],
      command: ['/bin/sh', '-c', 'echo "$CUDA_VISIBLE_DEVICES"; sleep 60'],
      pool: more.pool,
      resources: { cpu: more.cpu ?? null, accelerator: { type: more.type ?? type, count: more.count } },
    },
  })

test('R3.02 an accelerator is given to one task at a time, also by pools that share a machine', async () => {
  const accelerators = [{ type, count: 2 }]
  const one = await pool({ name: 'One', executor: 'local', accelerators, concurrency: 3 })
  const two = await pool({ name: 'Two', executor: 'local', accelerators, concurrency: 3 })
  const first = await run('first', { pool: one.id, count: 1 })
  const second = await run('second', { pool: two.id, count: 1 })
  const third = await run('third', { pool: one.id, count: 1 })
  await expect.poll(() => visible(first)).toBe('0\n')
  await expect.poll(() => visible(second)).toBe('1\n')
  await delay(200)
  expect((await get(third.id)).status).toBe('queuing')
  await stop(second)
  await expect.poll(() => visible(third)).toBe('1\n')
  await Promise.all([stop(first), stop(third)])
})

test('accelerators that a machine does not have are refused, with those that it has', async () => {
  const missing = (request: string) => `does not have ${request} (accelerators there: 2 × ${type})`
  const wrong = (accelerators: PoolCreate['accelerators']) =>
    pool({ name: 'Wrong', executor: 'local', accelerators: accelerators ?? null })
  await expect(wrong([{ type: 'Other GPU', count: 1 }])).rejects.toThrow(missing('1 × Other GPU'))
  await expect(wrong([{ type, count: 3 }])).rejects.toThrow(missing(`3 × ${type}`))
  await expect(run('none', { pool: 'local', count: 1, type: 'Other GPU' })).rejects.toThrow(missing('1 × Other GPU'))
})

test('R3.03 a task that its pool can never run says so while it waits', async () => {
  const { id } = await pool({ name: 'Shrinking', executor: 'local', cpu: 2 })
  const busy = await run('busy', { pool: id, count: 0 })
  await expect.poll(async () => (await get(busy.id)).status).toBe('running')
  const waiting = await run('waiting', { pool: id, count: 0, cpu: 2 })
  expect(waiting.statusReason).toBe('Waiting for a place in the pool Shrinking')
  await server.call(poolEndpoints.updatePool, { params: { poolId: id }, body: { cpu: 1 } })
  const { statusReason, queue } = await get(waiting.id)
  expect(statusReason).toContain('Shrinking does not have as much processors as it asks for (2 of 1)')
  expect(queue).toEqual({ position: 1, expectedStartAt: null })
  await Promise.all([stop(waiting), stop(busy)])
})
