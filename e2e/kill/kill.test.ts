import { accountEndpoints } from '@vermilion/contract/accounts'
import { annotationEndpoints } from '@vermilion/contract/annotation'
import { type DatasetItem } from '@vermilion/contract/dataset-items'
import { datasetEndpoints, type Dataset } from '@vermilion/contract/datasets'
import { fileEndpoints, type SpaceFile } from '@vermilion/contract/files'
import type { Page } from '@vermilion/contract/kernel/page'
import type { Shape } from '@vermilion/contract/labels/index'
import { modelEndpoints } from '@vermilion/contract/models'
import { spaceEndpoints, type Space } from '@vermilion/contract/spaces'
import { taskEndpoints, type Task } from '@vermilion/contract/tasks'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { password, startServer, type Server } from '../support/server.ts'
import { createPatientClient, type PatientClient } from './client.ts'
import { createRandom, paintPicture } from './pictures.ts'

const killsInEachPhase = 10
const seed = Number(process.env['VERMILION_TEST_SEED'] ?? Date.now() % 100_000)
const random = createRandom(seed)

let data: string
let server: Server
let client: PatientClient
let kills = 0

beforeAll(async () => {
  process.stdout.write(`kill test with VERMILION_TEST_SEED=${seed}\n`)
  data = await mkdtemp(join(tmpdir(), 'vermilion-kill-'))
  server = await startServer({ data })
  client = createPatientClient(() => server.address)
  const { token } = await client.call(accountEndpoints.login, { body: { username: 'admin', password } })
  client.useToken(token)
})

afterAll(async () => {
  await server.stop()
  await rm(data, { recursive: true, force: true, maxRetries: 5 })
})

/** Kills and restarts the server at random moments while `work` is repeated; ends when both have had enough. */
async function underFire(work: (round: number) => Promise<void>, rounds: number): Promise<void> {
  let fired = 0
  const fire = async () => {
    for (; fired < killsInEachPhase; fired += 1) {
      await sleep(30 + random() * 1_200)
      await server.stop('SIGKILL')
      kills += 1
      server = await startServer({ data })
    }
  }
  const toil = async () => {
    for (let round = 0; round < rounds || fired < killsInEachPhase; round += 1) await work(round)
  }
  await Promise.all([fire(), toil()])
}

async function everyPage<Item>(
  ask: (cursor: string | undefined) => Promise<Pick<Page<Item>, 'items' | 'nextCursor'>>,
): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | undefined
  do {
    const page = await ask(cursor)
    items.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return items
}

const withCursor = (cursor: string | undefined) => ({ limit: 200, ...(cursor === undefined ? {} : { cursor }) })

const listFiles = (spaceId: string) =>
  everyPage<SpaceFile>((cursor) =>
    client.call(fileEndpoints.listFiles, { params: { spaceId }, query: { recursive: 'true', ...withCursor(cursor) } }),
  )

const listItems = (datasetId: string) =>
  everyPage<DatasetItem>((cursor) =>
    client.call(datasetEndpoints.listItems, { params: { datasetId }, query: withCursor(cursor) }),
  )

const listTasks = () => everyPage<Task>((cursor) => client.call(taskEndpoints.listTasks, { query: withCursor(cursor) }))

async function ended(task: Task, patience = 240_000): Promise<Task> {
  const until = Date.now() + patience
  for (;;) {
    const now = await client.call(taskEndpoints.getTask, { params: { taskId: task.id } })
    if (now.status !== 'queuing' && now.status !== 'running') return now
    if (Date.now() > until) throw new Error(`${now.name} is still ${now.status}: ${now.statusReason}`)
    await sleep(250)
  }
}

const painted = new Map<string, Awaited<ReturnType<typeof paintPicture>>>()
let space: Space
let dataset: Dataset
let items: DatasetItem[]
let training: Task
const runs: Task[] = []

test('R4.12 uploads under fire: every file is there, once, byte for byte', async () => {
  space = await client.call(spaceEndpoints.createSpace, { body: { name: 'Under fire', path: 'under-fire' } })
  await underFire(async (round) => {
    const path = `folder-${round % 3}/picture-${round}.png`
    const picture = await paintPicture(random)
    await client.upload(picture.content, { spaceId: space.id, path }, 4_096)
    painted.set(path, picture)
  }, 40)
  const files = await listFiles(space.id)
  expect(new Map(files.map((file) => [file.path, file.checksum]))).toEqual(
    new Map([...painted].map(([path, { content }]) => [path, createHash('sha256').update(content).digest('hex')])),
  )
  expect(files.length).toBe(painted.size)
})

test('R4.12 labelling under fire: every confirmed save is there, exactly', async () => {
  dataset = await client.call(datasetEndpoints.createDataset, {
    body: {
      name: 'Under fire',
      format: 'coco',
      type: 'image',
      labelType: 'target-detection',
      spaceId: space.id,
      labels: [{ name: 'red' }, { name: 'blue' }],
    },
  })
  dataset = await datasetReady(dataset)
  items = await listItems(dataset.id)
  expect(items.length).toBe(painted.size)

  const saved = new Map<string, { revision: number; shapes: Shape[] }>()
  await underFire(async (round) => {
    const item = items[round % items.length]!
    const { box, label } = painted.get(item.path)!
    const labelId = dataset.labels.find(({ name }) => name === label)!.id
    // From the second time round on the shape changes by a pixel and back, so that each save is a change.
    const width = box.width - (Math.floor(round / items.length) % 2)
    const shapes: Shape[] = [{ id: `shape-${item.id}`, kind: 'box', box: { ...box, width }, labelId, source: 'manual' }]
    const { revision } = await client.call(annotationEndpoints.saveAnnotation, {
      params: { itemId: item.id },
      body: { baseRevision: saved.get(item.id)?.revision ?? 0, shapes, complete: true },
    })
    saved.set(item.id, { revision, shapes })
  }, items.length)
  for (const item of items) {
    const stored = await client.call(annotationEndpoints.getAnnotation, { params: { itemId: item.id } })
    expect(stored).toEqual({ itemId: item.id, ...saved.get(item.id) })
  }
})

test('R4.12 R4.01 a training under fire goes on, ends, and registers its model once', async () => {
  training = await client.call(datasetEndpoints.startTraining, {
    params: { datasetId: dataset.id },
    body: {
      name: 'under-fire',
      image: 'vermilion/starter-detector',
      parameters: { epochs: 60, inputSize: 96, width: 8 },
    },
  })
  await underFire(async () => {
    await client.call(taskEndpoints.getTask, { params: { taskId: training.id } })
    await sleep(100)
  }, 1)
  training = await ended(training)
  expect(training).toMatchObject({ status: 'success' })
  const instances = await client.call(taskEndpoints.listInstances, { params: { taskId: training.id } })
  // The training itself was never killed.
  expect(instances[0]?.restartCount).toBe(0)

  await modelsWhen(1)
})

test('R4.12 inference under fire: every run has every image, once', async () => {
  const [model] = await modelsWhen(1)
  await underFire(async (round) => {
    const run = await client.call(modelEndpoints.startInference, {
      params: { modelId: model!.id },
      body: { name: `run-${round}`, source: { kind: 'dataset', datasetId: dataset.id } },
    })
    runs.push(await ended(run))
  }, 2)
  for (const run of runs) {
    expect(run).toMatchObject({ status: 'success' })
    const results = await everyPage((cursor) =>
      client.call(modelEndpoints.listInferenceResults, { params: { taskId: run.id }, query: withCursor(cursor) }),
    )
    expect(new Set(results.map(({ path }) => path)).size).toBe(items.length)
    expect(results.length).toBe(items.length)
  }
})

test('R1.12 after forty kills nothing is doubled and the doctor finds nothing', async () => {
  expect(kills).toBe(4 * killsInEachPhase)
  const tasks = await listTasks()
  expect(tasks.map(({ name }) => name).toSorted()).toEqual([...runs.map(({ name }) => name), 'under-fire'].toSorted())
  expect((await modelsWhen(1)).length).toBe(1)
  expect((await client.call(spaceEndpoints.listSpaces, { query: {} })).total).toBe(1)
  expect((await client.call(datasetEndpoints.listDatasets, { query: {} })).total).toBe(1)

  await server.stop()
  const cli = fileURLToPath(new URL('../../server/src/cli/main.ts', import.meta.url))
  const doctor = await promisify(execFile)(process.execPath, [cli, 'doctor'], {
    env: { ...process.env, VERMILION_DATA: data },
  })
  process.stdout.write(doctor.stdout)
})

async function datasetReady(dataset: Dataset): Promise<Dataset> {
  for (;;) {
    const now = await client.call(datasetEndpoints.getDataset, { params: { datasetId: dataset.id } })
    if (now.status === 'success') return now
    if (now.status === 'failed') throw new Error('the dataset could not be made')
    await sleep(100)
  }
}

/** Models register themselves after their task has ended, so the last one may take a moment. */
async function modelsWhen(total: number) {
  const until = Date.now() + 15_000
  for (;;) {
    const page = await client.call(modelEndpoints.listModels, { query: {} })
    if (page.total >= total || Date.now() > until) {
      expect(page.total).toBe(total)
      return page.items
    }
    await sleep(100)
  }
}
