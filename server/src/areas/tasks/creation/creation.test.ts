import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import type { TaskCreate } from '@vermilion/contract/tasks/creation'
import { taskEndpoints } from '@vermilion/contract/tasks'
import type { Task } from '@vermilion/contract/tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reasonOf } from '../../../testing/client.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { readWhole } from '../../../testing/test-database.ts'

const { createTask, getTask, updateTask, retryTask, stopTask, getTaskRecord, listTasks } = taskEndpoints
const { listPools, createPool, updatePool, deletePool, getPool } = poolEndpoints

let server: TestServer
let shared: string
beforeAll(async () => {
  shared = await mkdtemp(join(tmpdir(), 'vermilion-task-data-'))
  await mkdir(join(shared, 'images'))
  await writeFile(join(shared, 'images', 'one.txt'), 'one')
  server = await startTestServer({ environment: { VERMILION_ROOTS: shared }, tasks: { graceSeconds: 0.3 } })
})
afterAll(async () => {
  await server.stop()
  await rm(shared, { recursive: true, force: true })
})

const shell = (script: string, ...rest: string[]) => ['/bin/sh', '-c', script, 'sh', ...rest]
const order = (name: string, more: Partial<TaskCreate> = {}): TaskCreate => ({
  name,
  image: 'vermilion/starter-detector',
  dataSources: [{ kind: 'folder', path: shared }],
  command: shell('true'),
  ...more,
})
const create = (name: string, more: Partial<TaskCreate> = {}) => server.call(createTask, { body: order(name, more) })
const get = (taskId: string) => server.call(getTask, { params: { taskId } })
async function until(taskId: string, fits: (task: Task) => boolean): Promise<Task> {
  for (;;) {
    const task = await get(taskId)
    if (fits(task)) return task
    await delay(30)
  }
}
const over = async (task: Task) => until(task.id, ({ endedAt }) => endedAt !== null)
const log = async ({ id }: Task) => (await server.fetch(`/tasks/${id}/log/content`)).text()
const stop = ({ id }: Task) => server.call(stopTask, { params: { taskId: id } })

describe('a task made from its form', () => {
  test('R3.02 R5.02 runs what it was told, with its data, variables, secrets and seed, and can be run again', async () => {
    const script = 'cat "$1/images/one.txt"; echo " $GREETING $PASSWORD $SEED $VERMILION_TASK"; pwd'
    const made = await create('whole', {
      command: shell(script, '{mountPath}'),
      environment: { GREETING: 'hello' },
      secrets: { PASSWORD: 'hush-hush' },
      parameters: { epochs: 3 },
      seed: 7,
      priority: 61,
      resources: { cpu: 0.5, memoryBytes: 256 * 1_048_576 },
      timeLimitSeconds: 60,
    })
    expect(made).toMatchObject({
      dataSource: { kind: 'folder', id: shared, name: shared },
      pool: 'local',
      poolName: 'local',
      environment: { GREETING: 'hello' },
      secretNames: ['PASSWORD'],
      parameters: { epochs: 3, seed: 7 },
      seed: 7,
      resources: { cpu: 0.5, memoryBytes: 256 * 1_048_576, accelerator: { type: 'none', count: 0 } },
      instances: [{ role: 'worker', count: 1 }],
      modelSize: null,
      failure: null,
    })
    const finished = await over(made)
    const { mountPath } = finished
    expect(finished).toMatchObject({
      status: 'success',
      mountPath: expect.stringContaining(finished.id),
      timeLimitSeconds: 60,
    })
    expect(await log(finished)).toBe(`one hello hush-hush 7 ${finished.id}\n${finished.outputPath}\n`)
    const record = await server.call(getTaskRecord, { params: { taskId: finished.id } })
    expect(record).toMatchObject({
      image: 'vermilion/starter-detector',
      imageDigest: expect.stringMatching(/^sha256:[\da-f]{64}$/),
      command: shell(script, mountPath),
      parameters: { epochs: 3, seed: 7, inputSize: 128 },
      environment: { GREETING: 'hello' },
      seed: 7,
      dataSources: [{ kind: 'folder', id: shared, mountPath: '/data' }],
    })
    expect(record.codeFiles.find(({ path }) => path === 'train.ts')?.checksum).toMatch(/^[\da-f]{64}$/)

    const request = await server.call(taskEndpoints.getTaskOrder, { params: { taskId: finished.id } })
    const dataSources = [{ kind: 'folder', path: shared, mountPath: '/data' }]
    expect(request).toMatchObject({ command: shell(script, '{mountPath}'), dataSources, secretNames: ['PASSWORD'] })
    const again = await server.call(retryTask, { params: { taskId: finished.id } })
    expect(again).toMatchObject({ name: 'whole', retryOf: finished.id, restartCount: 0, priority: 61 })
    expect(again.id).not.toBe(finished.id)
    expect(await log(await over(again))).toContain(`one hello hush-hush 7 ${again.id}`)
    const list = JSON.stringify(await server.call(listTasks, { query: {} }))
    expect(list + JSON.stringify([record, request])).not.toContain('hush-hush')
    const database = await readWhole(server.data)
    expect(database.includes('GREETING')).toBe(true)
    expect(database.includes('hush-hush')).toBe(false)
  })

  test('starts again after a failure, waiting longer each time, and says why it failed in the end', async () => {
    const restarts = { limit: 2, backoffSeconds: 0 }
    const flaky = 'echo again; test -e second && exit 0; test -e first && touch second; touch first; exit 9'
    const saved = await over(await create('flaky', { command: shell(flaky), restarts }))
    expect(saved).toMatchObject({ status: 'success', restartCount: 2, failure: null })
    expect(await log(saved)).toBe('again\nagain\nagain\n')
    const hopeless = await create('hopeless', {
      command: shell('cat /nowhere/file'),
      restarts: { limit: 1, backoffSeconds: 1 },
    })
    const waiting = await until(hopeless.id, ({ statusReason }) => statusReason.startsWith('Attempt 1 failed'))
    expect(waiting).toMatchObject({ status: 'running', restartCount: 1 })
    const lost = await over(hopeless)
    expect(lost).toMatchObject({ status: 'failed', restartCount: 1, failure: { cause: 'missing-file' } })
    expect(lost.failure?.lastLines).toHaveLength(2)
    expect(lost.failure?.likelyCause).toContain('/nowhere/file')
  })

  test('ends at its time limit, and is not started again then', async () => {
    const made = await create('slow', {
      command: shell('trap "" TERM; echo up; sleep 30'),
      timeLimitSeconds: 1,
      restarts: { limit: 5, backoffSeconds: 0 },
    })
    const finished = await over(made)
    expect(finished).toMatchObject({
      status: 'failed',
      restartCount: 0,
      failure: { cause: 'time-limit', lastLines: expect.arrayContaining(['up']) },
    })
    expect(finished.statusReason).toBe('It reached its time limit of 1 s and was ended')
    const hopeless = { timeLimitSeconds: 60, restarts: { limit: 5, backoffSeconds: 60 } }
    const inVain = await over(await create('in-vain', { command: shell('exit 9'), ...hopeless }))
    expect(inVain).toMatchObject({ status: 'failed', restartCount: 0, failure: { cause: 'exit-code' } })
  })
})

describe('pools', () => {
  test('say where tasks wait, for how long, and may be changed while they do', async () => {
    const blocker = await create('blocker', { command: shell('sleep 60'), timeLimitSeconds: 60 })
    await until(blocker.id, ({ status }) => status === 'running')
    const [first, second] = [await create('first', { timeLimitSeconds: 100 }), await create('second')]
    expect((await get(first.id)).queue).toMatchObject({ position: 1, expectedStartAt: expect.any(String) })
    expect((await get(second.id)).queue?.position).toBe(2)
    const urgent = await server.call(updateTask, { params: { taskId: second.id }, body: { priority: 99 } })
    expect(urgent).toMatchObject({ priority: 99, queue: { position: 1 } })
    expect((await get(first.id)).queue?.position).toBe(2)

    const other = await server.call(createPool, {
      body: { name: 'Other', executor: 'local', cpu: 2, accelerators: [{ type: 'test', count: 2 }], concurrency: 2 },
    })
    expect(other).toMatchObject({ status: 'ready', problem: null, cpu: 2, running: 0, queued: 0 })
    const moved = await server.call(updateTask, { params: { taskId: first.id }, body: { pool: other.id } })
    expect(moved).toMatchObject({ pool: other.id, poolName: 'Other' })
    expect((await over(first)).status).toBe('success')
    const late = server.call(updateTask, { params: { taskId: first.id }, body: { priority: 1 } })
    expect(await reasonOf(late)).toBe('task.not-queuing')
    expect(await reasonOf(server.call(retryTask, { params: { taskId: blocker.id } }))).toBe('task.not-over')
    const pools = await server.call(listPools, {})
    expect(pools.find(({ id }) => id === 'local')).toMatchObject({ running: 1, queued: 1, concurrency: 1 })
    await Promise.all([stop(blocker), stop(second)])
  })

  test('let no more run than they have accelerators for, and refuse what they never have', async () => {
    const other = (await server.call(listPools, {})).find(({ name }) => name === 'Other')
    const pool = other?.id ?? ''
    const accelerator = { type: 'test', count: 1 }
    const busy = (name: string) =>
      create(name, { pool, resources: { accelerator }, command: shell('echo up; sleep 30') })
    const [one, two] = [await busy('one'), await busy('two')]
    await Promise.all([one, two].map(({ id }) => until(id, ({ status }) => status === 'running')))
    const third = await busy('third')
    const visited = await server.call(getPool, { params: { poolId: pool } })
    expect(visited).toMatchObject({ running: 2, queued: 1, used: { accelerators: [{ type: 'test', count: 2 }] } })
    await expect.poll(() => log(two)).toBe('up\n')
    const tooMuch = create('too-much', { pool, resources: { accelerator: { type: 'test', count: 3 } } })
    await expect(tooMuch).rejects.toThrow(
      'never has as much accelerators of the type test as this task asks for: 3 of 2',
    )
    const gang = create('gang', { pool, resources: { cpu: 1 }, instances: [{ role: 'worker', count: 3 }] })
    expect(await reasonOf(gang)).toBe('pool.too-small')
    expect(await reasonOf(server.call(deletePool, { params: { poolId: pool } }))).toBe('pool.in-use')
    await Promise.all([stop(third), stop(one), stop(two)])
    await server.call(deletePool, { params: { poolId: pool } })
    expect((await get(one.id)).poolName).toBe('Other')
    expect(await log(two)).toContain('up\n')
    expect(await reasonOf(create('gone', { pool }))).toBe('pool.not-found')
    expect(await reasonOf(server.call(deletePool, { params: { poolId: 'local' } }))).toBe('pool.built-in')
    const used = server.call(createPool, { body: { name: 'local', executor: 'local' } })
    expect(await reasonOf(used)).toBe('pool.name-taken')
    const grown = await server.call(updatePool, { params: { poolId: 'local' }, body: { concurrency: 2 } })
    expect(grown.concurrency).toBe(2)
  })
})

describe('hostile input', () => {
  const refused: [string, Partial<TaskCreate>][] = [
    ['a name for a shell', { name: 'a;rm -rf' }],
    ['a name of two lines', { name: 'a\nb' }],
    ['no program', { command: [''] }],
    ['a zero byte', { command: ['/bin/true', 'a\0b'] }],
    ['a mount path that leads up', { dataSources: [{ kind: 'folder', path: '/tmp', mountPath: '/data/../etc' }] }],
    ['a mount path of the system', { dataSources: [{ kind: 'folder', path: '/tmp', mountPath: '/proc/1' }] }],
    ['an output path that is relative', { outputPath: 'output' }],
    ['an output path within the data', { outputPath: '/data/output' }],
    ['a variable with = in its name', { environment: { 'A=B': '1' } }],
    ['a variable of the product', { environment: { VERMILION_TASK: 'other' } }],
    ['a variable that is enormous', { environment: { BIG: 'x'.repeat(40_000) } }],
    [
      'an environment that is enormous',
      { environment: Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`V${at}`, 'x'.repeat(20_000)])) },
    ],
    ['no instances', { instances: [{ role: 'worker', count: 0 }] }],
    ['a thousand instances', { instances: [{ role: 'worker', count: 1_000 }] }],
    ['a role for a shell', { instances: [{ role: '$(id)', count: 1 }] }],
    ['no data', { dataSources: [] }],
    ['a time limit of nothing', { timeLimitSeconds: 0 }],
  ]
  test.each(refused)('R5.02 %s is refused', async (_, more) => {
    expect(await reasonOf(create('hostile', more))).toBe('request.invalid')
  })

  test('folders outside of those that the server was given are refused, also behind links', async () => {
    await symlink('/etc', join(shared, 'link'))
    for (const path of ['/etc', '/', `${shared}/../`, `${shared}/link`, `${shared}/none`, `${shared}/images/one.txt`]) {
      const request = create('hostile', { dataSources: [{ kind: 'folder', path }] })
      expect([path, await reasonOf(request)]).toEqual([path, expect.stringMatching(/^space\.path-/)])
    }
    await rm(join(shared, 'link'))
    const above = create('hostile', { dataSources: [{ kind: 'space', id: 'none', folder: '../../..' }] })
    expect(await reasonOf(above)).toBe('space.not-found')
    expect(await reasonOf(create('hostile', { image: '__proto__' }))).toBe('image.not-found')
    expect(await reasonOf(create('hostile', { parameters: { constructor: 1 } }))).toBe('image.parameters-invalid')
    expect((await server.call(listTasks, { query: { search: 'hostile' } })).total).toBe(0)
  })

  test('R5.02 a refusal says which of the data sources it is about', async () => {
    const more: TaskCreate['dataSources'][number] = { kind: 'space', id: 'none', mountPath: '/more' }
    const request = create('hostile', { dataSources: [{ kind: 'folder', path: shared }, more] })
    await expect(request).rejects.toMatchObject({
      envelope: { data: { error: 'space.not-found', values: { dataSource: 1 } } },
    })
  })

  test('whatever stands in arguments and values reaches the program as it is, and nothing else', async () => {
    const args = [
      '$(touch hacked)',
      '{constructor}',
      '`id`',
      '; rm -rf /',
      'a\nb',
      'it\'s "quoted"',
      '../../../..',
      '{other} {mountPath}',
      '火🐦',
      '-n',
      '*',
    ]
    const program = 'console.log(JSON.stringify([process.argv.slice(1), process.env.ODD, process.env.BIG.length]))'
    const made = await create('exact', {
      command: [process.execPath, '-e', program, '--', ...args],
      environment: { ODD: 'a\nb $(id)', BIG: 'x'.repeat(30_000) },
    })
    const finished = await over(made)
    const expected = args.map((word) => word.replace('{mountPath}', finished.mountPath))
    expect(JSON.parse(await log(finished))).toEqual([expected, 'a\nb $(id)', 30_000])
    expect(finished.status).toBe('success')
  })

  test('a program that is found by its name, and one that is not', async () => {
    expect(await log(await over(await create('found', { command: ['echo', 'there'] })))).toBe('there\n')
    const missing = await over(await create('missing', { command: ['no-such-program'] }))
    expect(missing).toMatchObject({ status: 'failed', failure: { cause: 'missing-program' } })
  })
})
