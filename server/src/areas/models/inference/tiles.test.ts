import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { autoLabelEndpoints } from '@vermilion/contract/auto-label'
import { datasetEndpoints, type Dataset } from '@vermilion/contract/datasets'
import { evaluationEndpoints } from '@vermilion/contract/evaluations'
import { type InferenceCreate, modelEndpoints } from '@vermilion/contract/models'
import { comparisonEndpoints } from '@vermilion/contract/models/comparisons'
import { servingEndpoints } from '@vermilion/contract/models/serving'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { pathOf } from '@vermilion/contract/kernel/request'
import type { Task } from '@vermilion/contract/tasks'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reasonOf } from '../../../testing/client.ts'
import { startTestServer, type TestServer } from '../../../testing/start-server.ts'
import { itemsOf, save, untilRun } from '../../datasets/testing/red-dataset.ts'
import { addModel } from '../testing/add-model.ts'
import { colourClassifier, colourSegmenter, redDetector } from '../testing/onnx.ts'
import { waitForEnd } from '../testing/sample.ts'

const side = 8
const size = { width: 64, height: 48 }
/** Small red squares in large blue pictures: a sixteenth of a cell of the detector when the picture is shrunk. */
const squares = {
  'a.png': [
    { x: 8, y: 8 },
    { x: 40, y: 24 },
  ],
  'b.png': [{ x: 56, y: 40 }],
  'c.png': [],
} as const
const overlap = 0.5

async function draw(corners: readonly { x: number; y: number }[]): Promise<Buffer> {
  const input = { create: { width: side, height: side, channels: 3 as const, background: '#f00' } }
  return sharp({ create: { ...size, channels: 3, background: '#00f' } })
    .composite(corners.map(({ x, y }) => ({ input, left: x, top: y })))
    .png()
    .toBuffer()
}

let server: TestServer
let dataset: Dataset
let fileId = ''
beforeAll(async () => {
  server = await startTestServer()
  await addModel(server, 'reds', redDetector())
  await addModel(server, 'colours', colourClassifier())
  await addModel(server, 'regions', colourSegmenter())
  const { id: spaceId } = await server.call(spaceEndpoints.createSpace, { body: { name: 'small', path: 'small' } })
  for (const [path, corners] of Object.entries(squares))
    await server.app.files.addFile({ spaceId, path, source: Readable.from([await draw(corners)]) })
  await server.platform.jobs.settled()
  const kinds = { format: 'coco', type: 'image', labelType: 'target-detection' } as const
  const body = { name: 'small', spaceId, ...kinds, labels: [{ name: 'red' }] }
  const { id: datasetId } = await server.call(datasetEndpoints.createDataset, { body })
  await server.platform.jobs.settled()
  dataset = await server.call(datasetEndpoints.getDataset, { params: { datasetId } })
  const items = await itemsOf(server, datasetId)
  fileId = items.get('a.png')!.fileId
  const labelId = dataset.labels[0]!.id
  for (const [path, corners] of Object.entries(squares)) {
    const shapes = corners.map(({ x, y }, at) => {
      const box = { x, y, width: side, height: side }
      return { id: `s${at}`, kind: 'box', box, labelId, source: 'manual' } as const
    })
    await save(server, items.get(path)!, shapes, true)
  }
})
afterAll(() => server.stop())

async function infer(tiles: InferenceCreate['tiles'], modelId = 'reds'): Promise<Task> {
  const source = { kind: 'dataset', datasetId: dataset.id } as const
  const body = { name: 'look', source, confidence: 0.25, tiles }
  const task = await server.call(modelEndpoints.startInference, { params: { modelId }, body })
  expect((await waitForEnd(server, task.id)).statusReason).toBe('')
  await server.platform.jobs.settled()
  return task
}

async function boxesOf(taskId: string) {
  const { items } = await server.call(modelEndpoints.listInferenceResults, { params: { taskId }, query: {} })
  const entries = items.map(({ path, predictions }) => [
    path,
    predictions.flatMap((one) => ('box' in one ? [one.box] : [])).toSorted((a, b) => a.x - b.x),
  ])
  return Object.fromEntries(entries) as Record<string, object[]>
}
const truth = Object.fromEntries(
  Object.entries(squares).map(([path, corners]) => [
    path,
    corners.map((corner) => ({ ...corner, width: side, height: side })),
  ]),
)

async function evaluationOf(taskId: string) {
  for (;;) {
    const evaluation = await server.call(evaluationEndpoints.getEvaluation, { params: { taskId } })
    if (evaluation.status !== 'processing') return evaluation
    await delay(20)
  }
}

test('R2.23 tiles find small things once each, and the figures without them stand beside', async () => {
  const [plain, tiled] = [await infer(null), await infer({ overlap })]
  expect(Object.values(await boxesOf(plain.id)).flat()).toEqual([])
  expect(await boxesOf(tiled.id)).toEqual(truth)
  const [without, evaluation] = [await evaluationOf(plain.id), await evaluationOf(tiled.id)]
  expect(evaluation.figures.mAP50).toBe(1)
  expect(evaluation.untiled?.figures).toEqual(without.figures)
  expect(evaluation.parts[0]?.untiled?.figures).toEqual(without.figures)
  expect(evaluation.untiled?.classes).toEqual(
    without.classes.map(({ labelIndex, figures }) => ({ labelIndex, figures })),
  )
  expect(without.untiled).toBeUndefined()
  const reportOf = (taskId: string) => server.call(modelEndpoints.inferenceReport, { params: { taskId } })
  expect((await reportOf(tiled.id)).tiles).toEqual({ overlap, hasFullPicture: true })
  expect((await reportOf(plain.id)).tiles).toBeNull()
  const alone = await infer({ overlap, hasFullPicture: false })
  expect(await boxesOf(alone.id)).toEqual(truth)
  expect((await evaluationOf(alone.id)).untiled).toBeUndefined()
})

test('models are compared by runs without tiles alone', async () => {
  await addModel(server, 'other', redDetector())
  const { id: version } = await server.call(datasetEndpoints.createVersion, {
    params: { datasetId: dataset.id },
    body: { name: 'first' },
  })
  await server.platform.jobs.settled()
  const source = { kind: 'dataset', datasetId: dataset.id, versionId: version } as const
  const body = { name: 'look', source, tiles: { overlap } }
  const { id } = await server.call(modelEndpoints.startInference, { params: { modelId: 'other' }, body })
  await waitForEnd(server, id)
  const query = { dataset: dataset.id, version, models: 'reds,other' }
  const { models } = await server.call(comparisonEndpoints.compareModels, { query })
  expect(models.every(({ run }) => run?.taskId !== id)).toBe(true)
})

test('the size of tiles is told; what says something of whole pictures is not run in tiles', async () => {
  const sizeOf = (modelId: string) => server.call(modelEndpoints.tileSize, { params: { modelId } })
  expect(await sizeOf('reds')).toEqual({ size: { width: 16, height: 16 } })
  expect(await sizeOf('regions')).toEqual({ size: { width: 32, height: 32 } })
  expect(await sizeOf('colours')).toEqual({ size: null })
  const source = { kind: 'dataset', datasetId: dataset.id } as const
  const start = (tiles: object) =>
    server.call(modelEndpoints.startInference, {
      params: { modelId: 'colours' },
      body: { name: 'look', source, tiles },
    })
  expect(await reasonOf(start({}))).toBe('model.not-tileable')
  expect(await reasonOf(start({ overlap: 0.9 }))).toBe('request.invalid')
  const predicting = { params: { modelId: 'colours' }, query: { fileId, tileOverlap: '0.2' } } as never
  expect(await reasonOf(server.call(servingEndpoints.predict, predicting))).toBe('model.not-tileable')
})

test('R3.12 one picture is predicted in tiles, boxes and masks alike', async () => {
  const predict = (modelId: string, query: object) =>
    server.call(servingEndpoints.predict, { params: { modelId }, query: { fileId, ...query } })
  const plain = await predict('reds', { confidence: '0.25' })
  expect(plain.predictions).toEqual([])
  const tiled = await predict('reds', { confidence: '0.25', tileOverlap: '0.5' })
  expect(tiled.predictions).toHaveLength(2)
  const regions = await predict('regions', { tileOverlap: '0.2', fullPicture: 'false' })
  const red = regions.predictions.find(({ label }) => label === 'red')
  expect(red && 'mask' in red ? red.mask : null).toMatchObject({ x: 8, y: 8, width: 40, height: 24 })
  const drawn = await server.fetch(
    pathOf(servingEndpoints.predict, {
      params: { modelId: 'reds' },
      query: { tileOverlap: '0.5', format: 'png', fileId } as never,
    }),
    { method: 'POST' },
  )
  expect(drawn.headers.get('content-type')).toBe('image/png')
})

test('R5.03 auto-labeling suggests what tiles find', async () => {
  const params = { datasetId: dataset.id }
  const labellers = await server.call(autoLabelEndpoints.listLabellers, { params })
  expect(labellers.find(({ id }) => id === 'model:reds')?.takesTiles).toBe(true)
  const items = await itemsOf(server, dataset.id)
  await save(server, items.get('a.png')!, [], false)
  const request = { labeller: 'model:reds', prompt: 'red squares' }
  const preview = (tiles: InferenceCreate['tiles']) =>
    server.call(autoLabelEndpoints.previewAutoLabel, {
      params,
      body: { ...request, tiles, itemId: items.get('a.png')!.id },
    })
  const sure = ({ shapes }: Awaited<ReturnType<typeof preview>>) => shapes.filter(({ score = 0 }) => score > 0.5)
  expect(sure(await preview(null))).toHaveLength(0)
  expect(sure(await preview({ overlap }))).toHaveLength(2)
  const body = { ...request, scope: { kind: 'all' } as const, threshold: 0.5, tiles: { overlap } }
  const run = await server.call(autoLabelEndpoints.startAutoLabel, { params, body })
  expect(run.tiles).toEqual({ overlap, hasFullPicture: true })
  expect(await untilRun(server, run.id)).toMatchObject({ status: 'success', images: 3, shapes: 2 })
})
