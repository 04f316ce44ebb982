import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { poolEndpoints } from '@vermilion/contract/tasks/pools'
import { taskEndpoints } from '@vermilion/contract/tasks'
import type { ImageCheck } from '@vermilion/contract/tasks/image-check'
import type { TrainingImage } from '@vermilion/contract/tasks'
import { imageEndpoints } from '@vermilion/contract/tasks/training-images'
import type { ImageCreate } from '@vermilion/contract/tasks/training-images'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reasonOf } from '../../../testing/client.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { changeRows } from '../../../testing/test-database.ts'
import { engineFor, skippedWithout } from '../../executors/testing/expected-engine.ts'
import { startNoNames } from '../../executors/testing/no-names.ts'
import { startRegistry } from '../../executors/testing/registry.ts'

const { createTrainingImage, updateTrainingImage, deleteTrainingImage, checkTrainingImage } = imageEndpoints
const { listTrainingImages, createTask, getTask, retryTask } = taskEndpoints

let server: TestServer
let shared: string
let data: string
const registryTimeout = { 'registry-unknown': 6_000, 'registry-away': 600_000 }
const start = (registryPatience = registryTimeout) =>
  startTestServer({
    data,
    environment: { VERMILION_ROOTS: shared },
    tasks: { graceSeconds: 0.3, registryPatience },
  })
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'vermilion-images-'))
  shared = await mkdtemp(join(tmpdir(), 'vermilion-image-data-'))
  await writeFile(join(shared, 'one.txt'), 'one')
  server = await start()
})
afterAll(async () => {
  await server.stop()
  for (const folder of [shared, data]) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

const epochs = { kind: 'integer', label: { en: 'Epochs', zh: '轮数' }, default: 3, minimum: 1, maximum: 9 } as const
const script = 'case "$*" in *--help*) echo usage: epochs; exit 0;; esac; ls "$1"; echo "$@" > "$2/said.txt"'
const order = (more: Partial<ImageCreate> = {}): ImageCreate => ({
  name: 'team/trainer',
  address: 'registry.example/team/trainer:1.2',
  framework: 'shell',
  labelTypes: ['target-detection'],
  dataFormat: 'coco',
  command: ['/bin/sh', '-c', script, 'sh', '{mountPath}', '{outputPath}'],
  parameters: { epochs },
  ...more,
})
const create = (more: Partial<ImageCreate> = {}) => server.call(createTrainingImage, { body: order(more) })
const listed = async (name: string): Promise<TrainingImage | undefined> =>
  (await server.call(listTrainingImages, {})).find((image) => image.name === name)
const idOf = ({ id }: TrainingImage) => ({ imageId: id ?? '' })

test('R3.02 an image of one’s own joins the catalogue, is changed and taken out, and is there after a restart', async () => {
  const made = await create()
  expect(made).toMatchObject({
    title: { en: 'team/trainer', zh: 'team/trainer' },
    executors: ['container', 'slurm', 'kubernetes'],
    command: [...order().command, '{parameters}'],
    writes: ['results.csv', 'best.onnx'],
    check: null,
  })
  expect(await listed('vermilion/starter-detector')).toMatchObject({ id: null, executors: ['local', 'slurm'] })
  expect(await reasonOf(create())).toBe('image.name-taken')
  for (const wrong of [
    { name: 'vermilion/mine' },
    { name: 'other', address: 'https://registry.example/x' },
    { name: 'other', address: 'Upper Case' },
    { name: 'other', command: ['train.py'] },
    { name: 'other', parameters: { epochs: { ...epochs, default: 10 } } },
  ]) {
    await expect(create(wrong)).rejects.toThrow()
  }
  const body = { title: 'Our trainer', address: 'registry.example/team/trainer:1.3' }
  await server.call(updateTrainingImage, { params: idOf(made), body })
  await server.stop()
  server = await start()
  expect(await listed('team/trainer')).toMatchObject({
    id: made.id,
    title: { en: 'Our trainer' },
    address: body.address,
  })
  const task = { name: 'wrong-pool', image: 'team/trainer', dataSources: [{ kind: 'folder' as const, path: shared }] }
  expect(await reasonOf(server.call(createTask, { body: task }))).toBe('image.other-pool')
  const elsewhere = server.call(checkTrainingImage, { params: idOf(made), body: { pool: 'local' } })
  await expect(elsewhere).rejects.toThrow('Choose a pool with Docker or Podman')
  expect(await reasonOf(elsewhere)).toBe('image.other-pool')
  await server.call(deleteTrainingImage, { params: idOf(made) })
  expect(await listed('team/trainer')).toBe(undefined)
})

const engine = await engineFor('docker')
describe.skipIf(engine === null)(`with an engine${skippedWithout('docker')}`, () => {
  if (engine === null) return
  let pool: string
  let registry: Awaited<ReturnType<typeof startRegistry>>
  beforeAll(async () => {
    registry = await startRegistry(engine)
    const body = { name: 'containers', executor: 'container', address: engine.address } as const
    pool = (await server.call(poolEndpoints.createPool, { body })).id
  })
  afterAll(async () => {
    registry.close()
    await engine.close()
  })

  async function checked(image: TrainingImage): Promise<ImageCheck[]> {
    await server.call(checkTrainingImage, { params: idOf(image), body: { pool } })
    const visited: ImageCheck[] = []
    for (;;) {
      const check = (await listed(image.name))?.check
      if (check) visited.push(check)
      if (check?.endedAt) return visited
      await delay(50)
    }
  }
  const steps = (check: ImageCheck | undefined) => check?.steps.map(({ step, state }) => `${step} ${state}`)

  test('a check fetches the image in sight, finds its program and runs it; then it trains', async () => {
    const image = await create({ name: 'fetched', address: registry.address })
    const visited = await checked(image)
    const last = visited.at(-1)
    expect(last).toMatchObject({ status: 'passed', poolName: 'containers', progress: null })
    expect(steps(last)).toEqual(['engine passed', 'image passed', 'program passed', 'run passed'])
    expect(last?.steps[1]?.detail).toMatch(/^sha256:[0-9a-f]{64} · \d+ MB$/)
    expect(last?.steps[3]?.detail).toBe('exit 0\nusage: epochs')
    const parts = visited.flatMap(({ progress }) => (progress === null ? [] : [progress]))
    expect(parts.length).toBeGreaterThan(0)
    expect(parts[0]?.done).toBeLessThan(parts[0]?.total ?? 0)
    expect(Math.max(...parts.map(({ total }) => total ?? 0))).toBeGreaterThan(7_000_000)

    await engine.client.getImage(registry.address).remove({ force: true })
    const { id } = await server.call(createTask, {
      body: {
        name: 'own',
        image: 'fetched',
        pool,
        parameters: { epochs: 5 },
        dataSources: [{ kind: 'folder', path: shared }],
      },
    })
    expect(await reasonOf(server.call(deleteTrainingImage, { params: idOf(image) }))).toBe('image.in-use')
    const change = (body: Partial<ImageCreate>) => server.call(updateTrainingImage, { params: idOf(image), body })
    expect(await reasonOf(change({ address: engine.image }))).toBe('image.in-use')
    expect(await reasonOf(change({ command: ['/bin/true'] }))).toBe('image.in-use')
    expect((await change({ title: 'Fetched' })).title.en).toBe('Fetched')
    const get = (taskId = id) => server.call(getTask, { params: { taskId } })
    const message = new Set<string>()
    while ((await get()).endedAt === null) {
      message.add((await get()).statusReason)
      await delay(50)
    }
    expect([...message].join()).toMatch(/Fetching the image: \d+ MiB of \d+ MiB/)
    const record = await server.call(taskEndpoints.getTaskRecord, { params: { taskId: id } })
    expect(last?.steps[1]?.detail).toContain(record.imageDigest)
    expect(await get()).toMatchObject({ status: 'success', image: 'fetched', imageAddress: registry.address })
    const files = await server.call(taskEndpoints.listResultFiles, { params: { taskId: id } })
    expect(files.map(({ path }) => path)).toEqual(['said.txt'])
    const written = await server.fetch(`/tasks/${id}/files/content?path=said.txt`)
    expect(await written.text()).toBe('/data /output --epochs 5\n')
    await change({ address: engine.image, command: ['/bin/sh', '-c', 'echo "$@" > "$0/said.txt"', '{outputPath}'] })
    const again = await server.call(retryTask, { params: { taskId: id } })
    await expect.poll(async () => (await get(again.id)).endedAt).not.toBeNull()
    expect(await get(again.id)).toMatchObject({ status: 'success', imageAddress: engine.image })
    const saidAgain = await server.fetch(`/tasks/${again.id}/files/content?path=said.txt`)
    expect(await saidAgain.text()).toBe('--epochs 5\n')
    const parameters = { rounds: epochs }
    await change({ parameters })
    expect(await reasonOf(server.call(retryTask, { params: { taskId: id } }))).toBe('image.parameters-invalid')
    await server.call(deleteTrainingImage, { params: idOf(image) })
  })

  test('a check tells of the image and the pool that it was asked for, and leaves no container behind', async () => {
    const containers = async () => (await engine.client.listContainers({ all: true })).length
    await expect.poll(containers).toBe(0)
    const slow = ['/bin/sh', '-c', 'echo slow; sleep 50']
    const image = await create({ name: 'hurried', address: engine.image, command: slow })
    await server.call(checkTrainingImage, { params: idOf(image), body: { pool } })
    await expect.poll(containers).toBeGreaterThan(0)
    const body = { name: 'more containers', executor: 'container', address: engine.address } as const
    const more = await server.call(poolEndpoints.createPool, { body })
    await server.call(checkTrainingImage, { params: idOf(image), body: { pool: more.id } })
    expect((await listed('hurried'))?.check).toMatchObject({ poolName: 'more containers', steps: [], endedAt: null })
    await server.call(updateTrainingImage, { params: idOf(image), body: { command: ['/bin/echo', 'quick'] } })
    const visited = await checked(image)
    expect(new Set(visited.map(({ poolName }) => poolName))).toEqual(new Set(['containers']))
    expect(visited.at(-1)?.steps[3]?.detail).toBe('exit 0\nquick --epochs 3 --help')
    await expect.poll(containers).toBe(0)
    await server.call(updateTrainingImage, { params: idOf(image), body: { command: slow } })
    await server.call(checkTrainingImage, { params: idOf(image), body: { pool } })
    await expect.poll(containers).toBeGreaterThan(0)
    await server.call(deleteTrainingImage, { params: idOf(image) })
    await expect.poll(containers).toBe(0)
    await server.call(poolEndpoints.deletePool, { params: { poolId: more.id } })
  })

  test('R5.02 a run that is found again after a restart has the digest of its image in its record', async () => {
    await create({ name: 'lasting', address: engine.image, command: ['/bin/sleep', '60'], parameters: {} })
    const dataSources = [{ kind: 'folder' as const, path: shared }]
    const body = { name: 'found-again', image: 'lasting', pool, dataSources }
    const { id } = await server.call(createTask, { body })
    const params = { taskId: id }
    const digest = async () =>
      (await server.call(taskEndpoints.getTaskRecord, { params }).catch(() => null))?.imageDigest ?? null
    await expect.poll(digest).toMatch(/^sha256:/)
    const previous = await digest()
    await server.stop()
    await changeRows(data, `update tasks set record = replace(record, '"${previous}"', 'null')`)
    server = await start()
    await expect.poll(digest).toBe(previous)
    await server.call(taskEndpoints.stopTask, { params })
  })

  test('a registry whose name nobody knows is asked again for a while, and then its task is over', async () => {
    const names = await startNoNames(engine)
    await create({ name: 'nowhere', address: 'registry.invalid/team/trainer:1' })
    const body = { name: 'waits', image: 'nowhere', pool, dataSources: [{ kind: 'folder' as const, path: shared }] }
    const { id } = await server.call(createTask, { body: { ...body, restarts: { limit: 2, backoffSeconds: 1 } } })
    const get = () => server.call(getTask, { params: { taskId: id } })
    const report = async () => (await get()).statusReason
    await expect.poll(report).toMatch(/tried again: .*registry\.invalid.* no such host/)
    await expect.poll(async () => (await get()).endedAt).not.toBeNull()
    const { status, statusReason, failure, restartCount } = await get()
    expect({ status, restartCount }).toEqual({ status: 'failed', restartCount: 0 })
    expect(statusReason).toMatch(
      /^The registry of the image was not found, so check the address of the image: .*invalid/,
    )
    expect(failure).toMatchObject({ cause: 'registry-unknown' })
    names.close()
  })

  test('a registry that does not answer is waited for', async () => {
    const address = '127.0.0.1:5006/team/trainer:1'
    await create({ name: 'away', address })
    const body = { name: 'waits', image: 'away', pool, dataSources: [{ kind: 'folder' as const, path: shared }] }
    const { id } = await server.call(createTask, { body })
    const get = () => server.call(getTask, { params: { taskId: id } })
    const report = async () => (await get()).statusReason
    await expect.poll(report).toMatch(/tried again: .*connection refused/)
    // Longer than the timeout of an unknown registry.
    await delay(registryTimeout['registry-unknown'] + 6_000)
    expect((await get()).endedAt).toBeNull()
    await server.stop()
    server = await start({ 'registry-unknown': 0, 'registry-away': 0 })
    await expect.poll(async () => (await get()).endedAt).not.toBeNull()
    expect(await get()).toMatchObject({ status: 'failed', failure: { cause: 'registry-away' } })
    expect((await get()).statusReason).toMatch(/^The registry of the image could not be reached for \d min: ./)
  })

  test('what is wrong with an image is told at the step where it is, in the words of engine and program', async () => {
    const missing = await create({ name: 'missing', address: 'localhost/vermilion-nowhere:1' })
    const match = (await checked(missing)).at(-1)
    expect(match).toMatchObject({ status: 'failed' })
    expect(steps(match)).toEqual(['engine passed', 'image failed'])
    expect(match?.steps[1]?.detail).toMatch(/^the image localhost\/vermilion-nowhere:1 could not be fetched: ./)

    const address = engine.image
    const wrong = await create({ name: 'no-program', address, command: ['/opt/train.py'] })
    const noProgram = (await checked(wrong)).at(-1)
    expect(steps(noProgram)).toEqual(['engine passed', 'image passed', 'program failed'])
    expect(noProgram?.steps[2]?.detail).toBe('there is no program /opt/train.py')

    const odd = await create({ name: 'odd', address, command: ['/bin/sh', '-c', 'echo no such option; exit 2'] })
    const warned = (await checked(odd)).at(-1)
    expect(warned).toMatchObject({ status: 'warned' })
    expect(warned?.steps[3]).toMatchObject({ step: 'run', state: 'warned', detail: 'exit 2\nno such option' })
    // The check result belongs to the previous command.
    const body = { command: ['/bin/true'] }
    expect(await server.call(updateTrainingImage, { params: idOf(odd), body })).toMatchObject({ check: null })
  })
})
