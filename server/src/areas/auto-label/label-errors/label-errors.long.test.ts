import { setTimeout as delay } from 'node:timers/promises'
import { autoLabelEndpoints } from '@vermilion/contract/auto-label'
import type { RankedImage } from '@vermilion/contract/auto-label/label-errors'
import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import { modelEndpoints } from '@vermilion/contract/models'
import { sampleEndpoints } from '@vermilion/contract/samples'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom } from '../../../testing/seeded-random.ts'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { itemsOf, save } from '../../datasets/testing/red-dataset.ts'
import { type Fault, plantFault } from '../testing/plant-faults.ts'
import { watchProcessors } from '../testing/processors.ts'

const scenes = 400
const faultShare = 0.05
const seed = 20_261
const size = { width: 320, height: 240 }
const kinds = ['missing', 'class', 'location'] as const satisfies readonly Fault[]

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function makeSample(name: string, sampleSeed: number): Promise<Dataset> {
  await server.call(sampleEndpoints.createSample, {
    body: { name, count: scenes, ...size, seed: sampleSeed, labeled: true },
  })
  await server.platform.jobs.settled()
  const { items } = await server.call(datasetEndpoints.listDatasets, { query: {} })
  return items.find((dataset) => dataset.name === name)!
}

/** A model of the starter as it is by default, that learned from other scenes, which are labeled rightly. */
async function trainModel(): Promise<string> {
  const { id } = await makeSample('right', seed + 1)
  const dataSources = [{ kind: 'dataset' as const, id }]
  const order = { name: 'judge', image: 'vermilion/starter-detector', dataSources }
  const { id: taskId } = await server.call(taskEndpoints.createTask, { body: order })
  for (;;) {
    const { items } = await server.call(modelEndpoints.listModels, { query: {} })
    const model = items.find((one) => one.taskId === taskId)
    if (model !== undefined) return model.id
    await delay(500)
  }
}

async function rankedImages(datasetId: string, labeller: string): Promise<RankedImage[]> {
  const params = { datasetId }
  const body = { labeller }
  const { id: rankingId } = await server.call(autoLabelEndpoints.startLabelErrorRanking, { params, body })
  for (;;) {
    const ranking = await server.call(autoLabelEndpoints.getLabelErrorRanking, { params: { rankingId } })
    if (ranking.endedAt !== null) {
      expect(ranking).toMatchObject({ status: 'success', images: scenes, done: scenes, failed: 0 })
      break
    }
    await delay(500)
  }
  const query = { limit: scenes }
  return (await server.call(autoLabelEndpoints.listRankedImages, { params: { rankingId }, query })).items
}

test(`R1.03 R2.24 of faults in ${faultShare * 100} % of ${scenes} scenes, 80 % stand in the first 10 % of the ranking`, async () => {
  const random = createRandom(seed)
  const spent = watchProcessors(server.data)
  const modelId = await trainModel()
  const { id: datasetId, labels } = await makeSample('floors', seed)
  const labelIds = labels.map(({ id }) => id)
  const labeled = [...(await itemsOf(server, datasetId)).values()].filter(({ shapes }) => shapes.length > 0)
  const faults = new Map<string, Fault>()
  for (let index = 0; index < scenes * faultShare; index += 1) {
    const [item] = labeled.splice(Math.floor(random() * labeled.length), 1)
    const fault = kinds[index % kinds.length]!
    await save(server, item!, plantFault(item!.shapes, fault, { size, labelIds, random }), true)
    faults.set(item!.path, fault)
  }

  const images = await rankedImages(datasetId, `model:${modelId}`)
  const ranks = [...faults].map(([path, fault]) => {
    return { fault, rank: images.findIndex(({ item }) => item.path === path) + 1 }
  })
  const first = ranks.filter(({ rank }) => rank <= scenes / 10)
  const lines = ranks.toSorted((one, other) => one.rank - other.rank).map(({ fault, rank }) => `${rank} ${fault}`)
  // oxlint-disable-next-line no-console -- the figures are what a reader of the run wants
  console.log(
    `${first.length} of ${faults.size} faults stand in the first ${scenes / 10} of ${scenes}: ${lines.join(', ')}; ${spent().toFixed(0)} s of processors`,
  )
  expect(first.length).toBeGreaterThanOrEqual(0.8 * faults.size)
})
