import { mkdir, mkdtemp, realpath, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assistEndpoints } from '@vermilion/contract/assist-models/endpoints'
import { autoLabelEndpoints } from '@vermilion/contract/auto-label'
import { dataEvaluationEndpoints } from '@vermilion/contract/data-evaluations'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { fileEndpoints } from '@vermilion/contract/files'
import { captionRunEndpoints } from '@vermilion/contract/fine-tunings/caption-runs'
import { imageSearchEndpoints } from '@vermilion/contract/image-search'
import { serviceEndpoints } from '@vermilion/contract/services'
import { settingsEndpoints } from '@vermilion/contract/settings'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { bringModel } from '../../assist-models/testing/bring-model.ts'
import { tinyCatalogue, tinyModels } from '../../assist-models/testing/tiny-models.ts'
import { quarters, side, untilRun } from '../../datasets/testing/red-dataset.ts'
import { completionOf, startChatFake } from '../../data-evaluation/testing/chat-fake.ts'
import { addModel } from '../../models/testing/add-model.ts'
import { redDetector } from '../../models/testing/onnx.ts'

const hugeSize = 400 * 1024 ** 2
const maxGrowthBytes = 300 * 1024 ** 2

let machine = ''
let server: TestServer
let spaceId = ''
let chat: Awaited<ReturnType<typeof startChatFake>>
beforeAll(async () => {
  machine = await realpath(await mkdtemp(join(tmpdir(), 'vermilion-huge-')))
  const folder = join(machine, 'photos')
  await mkdir(folder)
  server = await startTestServer({ environment: { VERMILION_ROOTS: machine }, assistCatalogue: tinyCatalogue })
  const picture = sharp(await quarters([1, 0, 0, 0]))
  const forms = {
    'a.png': await picture.clone().png().toBuffer(),
    'b.tif': await picture.clone().tiff().toBuffer(),
    'c.bmp': bitmap(),
  }
  for (const [name, content] of Object.entries(forms)) {
    await writeFile(join(folder, name), content)
    await truncate(join(folder, name), hugeSize)
  }
  spaceId = (await server.call(spaceEndpoints.createSpace, { body: { name: 'photos', path: folder } })).id
  await server.platform.jobs.settled()
  await addModel(server, 'reds', redDetector())
  await bringModel(server, tinyModels.depth)
  chat = await startChatFake({ respond: () => completionOf([{ label: 'red', box_2d: [0, 0, 500, 500], score: 0.7 }]) })
}, 180_000)
afterAll(async () => {
  await server.stop()
  await chat.stop()
  await rm(machine, { recursive: true })
})

function bitmap(): Uint8Array {
  const bytes = Buffer.alloc(54 + side * side * 3)
  bytes.write('BM')
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(side, 18)
  bytes.writeInt32LE(side, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(24, 28)
  return bytes
}

async function withBounds<Result>(work: () => Promise<Result>): Promise<Result> {
  const startRss = process.memoryUsage().rss
  const most = { growth: 0, wait: 0 }
  let isDone = false
  const watching = (async () => {
    while (!isDone) {
      const sentAt = performance.now()
      await server.call(settingsEndpoints.health, {})
      most.wait = Math.max(most.wait, performance.now() - sentAt)
      most.growth = Math.max(most.growth, process.memoryUsage().rss - startRss)
      await new Promise((resolve) => void setTimeout(resolve, 20))
    }
  })()
  const result = await work().finally(() => (isDone = true))
  await watching
  expect(most.growth).toBeLessThan(maxGrowthBytes)
  expect(most.wait).toBeLessThan(1_000)
  return result
}

test('pictures of any size are never read whole into the server: auto-label, scores, search, depth maps, captions', async () => {
  const { items } = await server.call(fileEndpoints.listFiles, { params: { spaceId }, query: {} })
  expect(items.map(({ width, broken, size }) => [width, broken, size])).toEqual(
    Array.from({ length: 3 }, () => [side, false, hugeSize]),
  )
  const kinds = { format: 'coco', type: 'image', labelType: 'target-detection' } as const
  const body = { name: 'photos', spaceId, ...kinds, labels: [{ name: 'red' }] }
  const { id: datasetId } = await server.call(datasetEndpoints.createDataset, { body })
  await server.platform.jobs.settled()
  const settings = { url: `${chat.address}/v1`, model: 'eyes', vision: true }
  const service = { kind: 'chat', name: 'eyes', settings } as const
  const { id: serviceId } = await server.call(serviceEndpoints.createService, { body: service })

  await withBounds(async () => {
    for (const labeller of ['model:reds', `chat:${serviceId}`]) {
      const run = await server.call(autoLabelEndpoints.startAutoLabel, {
        params: { datasetId },
        body: { labeller, prompt: 'red', scope: { kind: 'all' } },
      })
      expect(await untilRun(server, run.id)).toMatchObject({ done: 3, failed: 0 })
    }
  })

  await withBounds(async () => {
    const { id: evaluationId } = await server.call(dataEvaluationEndpoints.createDataEvaluation, {
      params: { spaceId },
      body: { name: 'scores', selection: { filter: {} }, models: ['image-statistics', 'model:reds:uncertainty'] },
    })
    await server.platform.jobs.settled()
    const { getDataEvaluation } = dataEvaluationEndpoints
    const evaluation = await server.call(getDataEvaluation, { params: { evaluationId } })
    expect(evaluation).toMatchObject({ status: 'success', failed: 0 })
  })

  await withBounds(async () => {
    await server.call(imageSearchEndpoints.buildSearchIndex, { body: { spaces: [spaceId] } })
    await server.platform.jobs.settled()
    const target = (await server.call(spaceEndpoints.createSpace, { body: { name: 'maps', path: 'maps' } })).id
    await server.call(assistEndpoints.makeDepthMaps, {
      params: { spaceId },
      body: { selection: { filter: { recursive: true } }, target: { spaceId: target, folder: 'depth' } },
    })
    await server.platform.jobs.settled()
    await server
      .call(captionRunEndpoints.startCaptionRun, { params: { spaceId }, body: { serviceId } })
      .catch(() => null)
    await server.platform.jobs.settled()
  })

  // Uses of the whole file are refused with a text: references of generations, depth maps, predictions.
  for (const { id } of items)
    await expect(server.app.files.pictureBytes(id)).rejects.toMatchObject({ reason: 'file.picture-too-large' })
})
