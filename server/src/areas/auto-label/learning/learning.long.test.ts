import { autoLabelEndpoints } from '@vermilion/contract/auto-label'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { suggestionsF1, type Truth } from '@vermilion/contract/detection/testing/suggestions-f1'
import { sampleEndpoints } from '@vermilion/contract/samples'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { learn } from '../testing/learn.ts'
import { watchProcessors } from '../testing/processors.ts'
import { itemsOf, save } from '../../datasets/testing/red-dataset.ts'

const images = 400
const labeled = 40
const leastF1 = 0.75
const maxProcessorSeconds = 6 * 60

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test(`R1.03 R2.24 ${labeled} of ${images} scenes labeled: after two rounds of learning the suggestions reach F1 ${leastF1} against the renderer's truth`, async () => {
  const body = { name: 'floors', count: images, width: 320, height: 240, labeled: true }
  await server.call(sampleEndpoints.createSample, { body })
  await server.platform.jobs.settled()
  const [dataset] = (await server.call(datasetEndpoints.listDatasets, { query: {} })).items
  const { id: datasetId, labels } = dataset!
  const params = { datasetId }
  const labelIds = labels.map(({ id }) => id)
  const all = [...(await itemsOf(server, datasetId)).values()]
  const truth: Truth = new Map(all.map(({ path, shapes }) => [path, shapes]))
  const rest = all.slice(labeled).map(({ id }) => id)
  const cleared = { selection: { itemIds: rest }, change: { clear: true as const } }
  await server.call(datasetEndpoints.changeItems, { params, body: cleared })

  const spent = watchProcessors(server.data)
  const first = await learn(server, datasetId)
  expect(first).toMatchObject({ status: 'success', labeled })
  const firstF1 = suggestionsF1([...(await itemsOf(server, datasetId)).values()], truth, labelIds)
  const useful = await server.call(autoLabelEndpoints.listAutoLabelImages, {
    params: { runId: first.runId! },
    query: { sort: '-usefulness', limit: labeled },
  })
  const items = await itemsOf(server, datasetId)
  for (const { path } of useful.items) await save(server, items.get(path)!, truth.get(path)!, true)
  const second = await learn(server, datasetId)
  expect(second).toMatchObject({ status: 'success', labeled: 2 * labeled })
  const secondF1 = suggestionsF1([...(await itemsOf(server, datasetId)).values()], truth, labelIds)
  const processorSeconds = spent()
  // oxlint-disable-next-line no-console -- the figures are what a reader of the run wants
  console.log(
    `F1 ${firstF1.toFixed(3)} after the first round, ${secondF1.toFixed(3)} after the second; ${processorSeconds.toFixed(0)} s of processors`,
  )
  expect(secondF1).toBeGreaterThanOrEqual(leastF1)
  expect(processorSeconds).toBeLessThan(maxProcessorSeconds)
})
