import { annotationEndpoints } from '@vermilion/contract/annotation'
import type { DatasetItem } from '@vermilion/contract/datasets/items'
import { datasetEndpoints, type Dataset } from '@vermilion/contract/datasets'
import type { Shape } from '@vermilion/contract/labels/index'
import { modelEndpoints } from '@vermilion/contract/models'
import { spaceEndpoints, type Space } from '@vermilion/contract/spaces'
import { taskEndpoints, type Task } from '@vermilion/contract/tasks'
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KillTarget } from './kill-target.ts'
import { createRandom, paintPicture } from './pictures.ts'

interface KillPlan {
  /** Four phases: uploads, labeling, a training, inference. */
  readonly killsInEachPhase: number
  readonly pictures: number
  readonly epochs: number
  readonly inferenceRuns: number
}

/** State passed between phases. */
interface Scene {
  readonly target: KillTarget
  readonly plan: KillPlan
  readonly painted: Map<string, Awaited<ReturnType<typeof paintPicture>>>
  readonly runs: Task[]
  space?: Space
  dataset?: Dataset
  items: DatasetItem[]
}

/** The full loop of the product on a server that is killed repeatedly. */
export function describeKills(plan: KillPlan): void {
  const seed = Number(process.env['VERMILION_TEST_SEED'] ?? Date.now() % 100_000)
  const target = new KillTarget(createRandom(seed))
  const scene: Scene = { target, plan, painted: new Map(), runs: [], items: [] }

  describe(`a server that is killed, with VERMILION_TEST_SEED=${seed}`, () => {
    beforeAll(() => target.start())
    afterAll(() => target.remove())
    test('R4.12 uploads under kills: every file is there, once, byte for byte', () => expectEveryUpload(scene))
    test('R4.12 labeling under kills: every confirmed save is there, exactly', () => expectEverySave(scene))
    test('R4.12 R4.01 a training under kills goes on, ends, and registers its model once', () => expectOneModel(scene))
    test('R4.12 inference under kills: every run has every image, once', () => expectEveryResult(scene))
    test('R1.12 after all the kills nothing is doubled and the doctor finds nothing', () => expectNothingDoubled(scene))
  })
}

async function expectEveryUpload(scene: Scene): Promise<void> {
  const { target, plan, painted } = scene
  const space = await target.client.call(spaceEndpoints.createSpace, {
    body: { name: 'Under kills', path: 'under-kills' },
  })
  await target.repeatUnderKills(plan.killsInEachPhase, plan.pictures, async (round) => {
    const path = `folder-${round % 3}/picture-${round}.png`
    const picture = await paintPicture(target.random)
    await target.client.upload(picture.content, { spaceId: space.id, path }, 4_096)
    painted.set(path, picture)
  })
  const files = await target.listFiles(space.id)
  expect(new Map(files.map((file) => [file.path, file.checksum]))).toEqual(
    new Map([...painted].map(([path, { content }]) => [path, createHash('sha256').update(content).digest('hex')])),
  )
  expect(files.length).toBe(painted.size)
  scene.space = space
}

async function expectEverySave(scene: Scene): Promise<void> {
  const { target, plan, painted, space } = scene
  const { client } = target
  const created = await client.call(datasetEndpoints.createDataset, {
    body: {
      name: 'Under kills',
      format: 'coco',
      type: 'image',
      labelType: 'target-detection',
      spaceId: space!.id,
      labels: [{ name: 'red' }, { name: 'blue' }],
    },
  })
  const dataset = await target.waitForDataset(created.id)
  const items = await target.listItems(dataset.id)
  expect(items.length).toBe(painted.size)

  const saved = new Map<string, { revision: number; shapes: Shape[] }>()
  await target.repeatUnderKills(plan.killsInEachPhase, items.length, async (round) => {
    const item = items[round % items.length]!
    const { box, label } = painted.get(item.path)!
    const labelId = dataset.labels.find(({ name }) => name === label)!.id
    // From the second round on the shape changes by a pixel and back, so that each save is a change.
    const width = box.width - (Math.floor(round / items.length) % 2)
    const shapes: Shape[] = [{ id: `shape-${item.id}`, kind: 'box', box: { ...box, width }, labelId, source: 'manual' }]
    const { revision } = await client.call(annotationEndpoints.saveAnnotation, {
      params: { itemId: item.id },
      body: { baseRevision: saved.get(item.id)?.revision ?? 0, shapes, complete: true },
    })
    saved.set(item.id, { revision, shapes })
  })
  for (const item of items) {
    const stored = await client.call(annotationEndpoints.getAnnotation, { params: { itemId: item.id } })
    expect(stored).toEqual({ itemId: item.id, ...saved.get(item.id) })
  }
  scene.dataset = dataset
  scene.items = items
}

async function expectOneModel({ target, plan, dataset }: Scene): Promise<void> {
  const training = await target.client.call(datasetEndpoints.startTraining, {
    params: { datasetId: dataset!.id },
    body: {
      name: 'under-kills',
      image: 'vermilion/starter-detector',
      parameters: { epochs: plan.epochs, inputSize: 96, width: 8 },
    },
  })
  const params = { taskId: training.id }
  await target.repeatUnderKills(plan.killsInEachPhase, 1, async () => {
    await target.client.call(taskEndpoints.getTask, { params })
    await sleep(100)
  })
  expect(await target.waitForEnd(training.id)).toMatchObject({ status: 'success' })
  const instances = await target.client.call(taskEndpoints.listInstances, { params })
  // The training itself was never killed.
  expect(instances[0]?.restartCount).toBe(0)
  expect((await target.waitForModels(1)).total).toBe(1)
}

async function expectEveryResult({ target, plan, dataset, items, runs }: Scene): Promise<void> {
  const [model] = (await target.waitForModels(1)).items
  await target.repeatUnderKills(plan.killsInEachPhase, plan.inferenceRuns, async (round) => {
    const run = await target.client.call(modelEndpoints.startInference, {
      params: { modelId: model!.id },
      body: { name: `run-${round}`, source: { kind: 'dataset', datasetId: dataset!.id } },
    })
    runs.push(await target.waitForEnd(run.id))
  })
  for (const run of runs) {
    expect(run).toMatchObject({ status: 'success' })
    const results = await target.listResults(run.id)
    expect(new Set(results.map(({ path }) => path)).size).toBe(items.length)
    expect(results.length).toBe(items.length)
  }
}

async function expectNothingDoubled({ target, plan, runs }: Scene): Promise<void> {
  expect(target.kills).toBe(4 * plan.killsInEachPhase)
  const tasks = await target.listTasks()
  expect(tasks.map(({ name }) => name).toSorted()).toEqual([...runs.map(({ name }) => name), 'under-kills'].toSorted())
  const models = await target.waitForModels(1)
  expect([models.total, models.items.length]).toEqual([1, 1])
  expect((await target.client.call(spaceEndpoints.listSpaces, { query: {} })).total).toBe(1)
  expect((await target.client.call(datasetEndpoints.listDatasets, { query: {} })).total).toBe(1)
  process.stdout.write(await target.examine())
}
