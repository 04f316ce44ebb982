import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import type { Pool } from '@vermilion/contract/tasks/pools'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { skippedWithout, slurmFor } from '../../executors/testing/expected-engine.ts'
import { reasonOf } from '../../../testing/client.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'

const slurm = await slurmFor()

describe.skipIf(slurm === null)(`a pool of a cluster${skippedWithout('slurm')}`, () => {
  if (slurm === null) return
  const settings = { connection: 'commands', configuration: slurm.configuration, sharedHere: slurm.shared }
  let server: TestServer
  let folder: string
  let pool: Pool
  const start = () =>
    startTestServer({ data: join(folder, 'data'), environment: { VERMILION_ROOTS: join(folder, 'files') } })
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vermilion-cluster-'))
    await mkdir(join(folder, 'files'))
    await writeFile(join(folder, 'files', 'floor.txt'), 'tiles')
    server = await start()
    pool = await server.call(poolEndpoints.createPool, {
      body: { name: 'cluster', executor: 'slurm', concurrency: 50, settings },
    })
  })
  afterAll(async () => {
    await server.stop()
    await slurm.close()
    await rm(folder, { recursive: true, force: true })
  })

  const create = (name: string, script: string, more: object = {}) =>
    server.call(taskEndpoints.createTask, {
      body: {
        name,
        pool: pool.id,
        image: 'vermilion/starter-detector',
        dataSources: [{ kind: 'folder', path: join(folder, 'files') }],
        command: ['/bin/sh', '-c', script, 'sh', '{mountPath}', '{outputPath}'],
        ...more,
      },
    })
  const get = (taskId: string) => server.call(taskEndpoints.getTask, { params: { taskId } })
  const outcomeOf = async (taskId: string) => {
    await expect.poll(async () => (await get(taskId)).endedAt).not.toBeNull()
    return get(taskId)
  }

  test('says what its cluster has, that it queues by itself, and refuses settings that cannot be right', async () => {
    expect(pool).toMatchObject({ status: 'ready', capabilities: { queues: true }, settings, secrets: [], cpu: 16 })
    const checked = await server.call(poolEndpoints.checkPool, { body: { executor: 'slurm', settings } })
    expect(checked).toMatchObject({ problem: null, cpu: 16, accelerators: [{ count: 4 }] })
    const body = { name: 'wrong', executor: 'slurm', settings: { connection: 'commands' } } as const
    const failure = server.call(poolEndpoints.createPool, { body })
    expect(await reasonOf(failure)).toBe('request.invalid')
    await expect(failure).rejects.toThrow('settings.sharedHere: is missing')
    const odd = { ...settings, partition: 'a b; rm -rf /' }
    expect(await reasonOf(server.call(poolEndpoints.createPool, { body: { ...body, settings: odd } }))).toBe(
      'request.invalid',
    )
  })

  test('R3.02 a task reads its data there, and its log and results come back', async () => {
    const { id } = await create('reads', 'cat "$1"/floor.txt; mkdir -p "$2"/deep; echo made > "$2"/deep/result.txt')
    const task = await outcomeOf(id)
    expect(task).toMatchObject({ status: 'success', statusReason: '' })
    expect(Date.parse(task.startedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(task.createdAt))
    const params = { taskId: id }
    expect((await server.call(taskEndpoints.readLog, { params, query: {} })).text).toBe('tiles')
    const files = await server.call(taskEndpoints.listResultFiles, { params })
    expect(files).toEqual([{ path: 'deep/result.txt', size: 5 }])
    const [instance] = await server.call(taskEndpoints.listInstances, { params })
    expect(instance).toMatchObject({ role: 'worker', status: 'success' })
  })

  test('R3.03 where an instance fails the others are ended, and the task says which failed first and where', async () => {
    const instances = [{ role: 'worker', count: 2 }]
    const script = 'trap "exit 4" TERM; [ $RANK = 0 ] || exit 7; while :; do sleep 0.1; done'
    const { id } = await create('breaks', script, { instances })
    const { status, statusReason } = await outcomeOf(id)
    expect(status).toBe('failed')
    expect(statusReason).toMatch(/^worker-1 on n2 failed first, so all instances were ended: .*exit code 7$/)
  })

  test('R3.02 what is handed over at once waits there in the order of the queue, whatever each has to bring', async () => {
    const change = (concurrency: number) =>
      server.call(poolEndpoints.updatePool, { params: { poolId: pool.id }, body: { concurrency } })
    const many = join(folder, 'files', 'many')
    await mkdir(many)
    await Promise.all(Array.from({ length: 100 }, (_, number) => writeFile(join(many, `${number}.txt`), `${number}`)))
    slurm.run('scontrol', 'update', 'PartitionName=main', 'State=DOWN')
    await change(1)
    const ids: string[] = []
    for (let number = 0; number < 10; number += 1) {
      const path = number % 2 === 0 ? many : join(folder, 'files', 'floor')
      await mkdir(path, { recursive: true })
      ids.push((await create(`order-${number}`, 'true', { dataSources: [{ kind: 'folder', path }] })).id)
    }
    await change(50)
    const waiting = () =>
      slurm
        .run('squeue', '--noheader', '--sort=i', '--format=%j')
        .trim()
        .split('\n')
        .map((name) => name.split('.')[0])
    await expect.poll(() => waiting().length).toBe(ids.length)
    expect(waiting()).toEqual(ids)
    slurm.run('scontrol', 'update', 'PartitionName=main', 'State=UP')
    for (const id of ids) expect(await outcomeOf(id)).toMatchObject({ status: 'success' })
  })

  test('R4.12 a task waits there with the reason of its queue, is stopped there, and outlives the server', async () => {
    const [{ type } = { type: 'gpu' }] = pool.accelerators
    const resources = { cpu: 1, memoryBytes: null, accelerator: { type, count: 2 } }
    const wait = 'echo up; while [ ! -e "$2"/go ]; do sleep 0.1; done; exit 3'
    const running = await Promise.all([create('one', wait, { resources }), create('two', wait, { resources })])
    for (const { id } of running) await expect.poll(async () => (await get(id)).status).toBe('running')
    const third = await create('three', 'echo third', { resources })
    await expect.poll(async () => (await get(third.id)).statusReason).toMatch(/^Waiting in the queue.*Resources/)
    expect(await get(third.id)).toMatchObject({ status: 'queuing', startedAt: null, queue: null })
    await server.stop()
    server = await start()
    expect(await get(third.id)).toMatchObject({ status: 'queuing' })
    const fourth = await create('four', 'echo fourth', { resources })
    await expect.poll(async () => (await get(fourth.id)).statusReason).toMatch(/^Waiting in the queue/)
    await server.call(taskEndpoints.stopTask, { params: { taskId: fourth.id } })
    expect(await get(fourth.id)).toMatchObject({ status: 'stopped', startedAt: null })
    await server.call(taskEndpoints.stopTask, { params: { taskId: running[0].id } })
    expect(await get(running[0].id)).toMatchObject({ status: 'stopped' })
    expect(await outcomeOf(third.id)).toMatchObject({ status: 'success' })
    await server.call(taskEndpoints.stopTask, { params: { taskId: running[1].id } })
    expect(slurm.run('squeue', '--noheader').trim()).toBe('')
  })
})
