import { Readable } from 'node:stream'
import { dataEvaluationEndpoints } from '@vermilion/contract/data-evaluations'
import { modelScorerId, type PredictionMeasure } from '@vermilion/contract/data-evaluations/scorers'
import type { ImagePrediction } from '@vermilion/contract/models/image-predictions'
import { modelEndpoints, type InferenceModel } from '@vermilion/contract/models'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../testing/start-server.ts'
import { createPredictor, type Predictor } from '../../../models/testing/predictor.ts'
import { addModel } from '../../../models/testing/add-model.ts'
import { colourClassifier, modelFile, redDetector } from '../../../models/testing/onnx.ts'
import { createPixelWork, type PixelWork } from '../pixels/pixels.ts'
import { ModelFailed } from '../model-failed.ts'
import { describeScorer } from '../testing/conformance.ts'
import { createModelScorers } from './model-scorers.ts'
import { measurePrediction } from './prediction-measures.ts'

let server: TestServer
let classifier: InferenceModel
let detector: InferenceModel
let pixels: PixelWork
let predictor: Predictor
beforeAll(async () => {
  server = await startTestServer()
  pixels = createPixelWork(1)
  predictor = createPredictor(server.platform.blobs, { processes: 1 })
  classifier = await addModel(server, 'colours', colourClassifier())
  detector = await addModel(server, 'reds', redDetector())
})
afterAll(() => Promise.all([server.stop(), pixels.close(), predictor.close()]))

function scorersOf(model: InferenceModel, predict = predictor.predict) {
  const page = async () => ({ items: [model], total: 1, from: 1, nextCursor: null, previousCursor: null })
  const find = async (id: string) => (id === model.id ? model : undefined)
  const get = async () => model
  return createModelScorers({ models: { runnable: { page, find, get }, predictor: { ...predictor, predict } }, pixels })
}

describe.each(['detector', 'classifier'] as const)('of a %s', (kind) => {
  describeScorer('a model of the repository', async () => {
    const source = scorersOf(kind === 'detector' ? detector : classifier)
    const scorer = await source.find(modelScorerId(kind === 'detector' ? 'reds' : 'colours', 'uncertainty'))
    return { scorer: scorer!, close: async () => undefined }
  })
})

async function quarters(reds: readonly number[]): Promise<Buffer> {
  const data = Buffer.alloc(16 * 16 * 3)
  for (let y = 0; y < 16; y += 1)
    for (let x = 0; x < 16; x += 1)
      data[(y * 16 + x) * 3] = Math.round((reds[(y < 8 ? 0 : 2) + (x < 8 ? 0 : 1)] ?? 0) * 255)
  return sharp(data, { raw: { width: 16, height: 16, channels: 3 } })
    .png()
    .toBuffer()
}

test('R3.10 models of the repository score which images would be worth labeling, each measure by itself', async () => {
  const { id: spaceId } = await server.call(spaceEndpoints.createSpace, { body: { name: 'worth', path: 'worth' } })
  const pictures = { 'sure.png': [1, 1, 0, 0], 'unsure.png': [0.5, 1, 0, 0], 'empty.png': [0, 0, 0, 0.2] }
  for (const [path, reds] of Object.entries(pictures))
    await server.app.files.addFile({ spaceId, path, source: Readable.from([await quarters(reds)]) })
  await server.platform.jobs.settled()
  const offered = await server.call(dataEvaluationEndpoints.listScorers, {})
  expect(offered.filter(({ kind }) => kind === 'model').map(({ id, name }) => [id, name])).toEqual([
    ['model:reds:confidence', 'reds'],
    ['model:reds:uncertainty', 'reds'],
    ['model:reds:objects', 'reds'],
    ['model:colours:confidence', 'colours'],
    ['model:colours:uncertainty', 'colours'],
  ])
  const models = offered.flatMap(({ id, kind }) => (kind === 'model' ? [id] : []))
  const body = { name: 'worth', selection: { filter: { recursive: true } }, models }
  const { id } = await server.call(dataEvaluationEndpoints.createDataEvaluation, { params: { spaceId }, body })
  await server.platform.jobs.settled()
  const params = { evaluationId: id }
  expect(await server.call(dataEvaluationEndpoints.getDataEvaluation, { params })).toMatchObject({
    status: 'success',
    scored: 3,
    failed: 0,
    cost: { calls: 0 },
  })
  const { items } = await server.call(dataEvaluationEndpoints.listImageResults, { params, query: {} })
  const scores: Record<string, number[]> = Object.fromEntries(
    items.map(({ path, models: each }) => [path, each.map(({ score }) => score!)]),
  )
  const [confidence, uncertainty, objects] = scores['sure.png']!
  expect([confidence, uncertainty]).toEqual([100, 0])
  expect(objects).toBeCloseTo((100 * 2) / 7, 9)
  expect(scores['unsure.png']![0]).toBeCloseTo((100 * (1 + 128 / 255)) / 2, 3)
  expect(scores['unsure.png']![1]).toBeGreaterThan(99)
  expect(scores['empty.png']!.slice(0, 3).map((score) => Math.round(score * 100) / 100)).toEqual([80, 56.1, 0])
  const reasons = items.find(({ path }) => path === 'empty.png')!.models[1]!.criteria
  expect(reasons.map(({ key, reason }) => [key, reason])).toEqual([
    ['entropy', '0.722'],
    ['margin', '0.600'],
  ])
  // By hand: softmax of half red and nothing else.
  expect(scores['sure.png']![3]).toBeCloseTo((100 * Math.exp(0.5)) / (Math.exp(0.5) + 2), 3)
})

test('R8.09 a model that cannot be run, or is gone, is told in words', async () => {
  const empty = await addModel(server, 'empty', modelFile({ labels: ['nothing'] }))
  const source = scorersOf(empty)
  const image = { content: await quarters([1]), prompt: null }
  const options = {
    criteria: [],
    signal: new AbortController().signal,
    cost: { calls: 0, promptTokens: 0, completionTokens: 0 },
  }
  const scorer = await source.find('model:empty:confidence')
  const failure = await scorer!.score(image, options).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ModelFailed)
  expect((failure as ModelFailed).isGeneral).toBe(true)
  expect((failure as ModelFailed).text.en).toMatch(/^The model cannot be run: /)
  expect((failure as ModelFailed).text.zh).toMatch(/^模型无法运行：/)
  await server.call(modelEndpoints.deleteModel, { params: { modelId: 'empty' } })
  const offered = await server.call(dataEvaluationEndpoints.listScorers, {})
  expect(offered.filter(({ id }) => id.startsWith('model:empty'))).toEqual([])
})

test('measures of one model run it once on an image', async () => {
  let runs = 0
  const source = scorersOf(detector, (...request) => {
    runs += 1
    return predictor.predict(...request)
  })
  const image = { content: await quarters([1]), prompt: null }
  const signal = new AbortController().signal
  const cost = { calls: 0, promptTokens: 0, completionTokens: 0 }
  await Promise.all((await source.list()).map((scorer) => scorer.score(image, { criteria: [], signal, cost })))
  expect(runs).toBe(1)
})

describe('formulas, by hand', () => {
  const scoresOf = (measure: PredictionMeasure, prediction: Partial<ImagePrediction>) =>
    measurePrediction(measure, {
      task: 'classification',
      isMultiple: false,
      width: 64,
      height: 64,
      predictions: [],
      ...prediction,
    }).map(({ score }) => Math.round(score * 1_000) / 1_000)

  test.each([
    { scores: [1, 0, 0, 0], confidence: 100, uncertainty: [0, 0] },
    { scores: [0.25, 0.25, 0.25, 0.25], confidence: 25, uncertainty: [100, 100] },
    { scores: [0.5, 0.5, 0, 0], confidence: 50, uncertainty: [50, 100] },
    { scores: [1], confidence: 100, uncertainty: [0, 0] },
  ])('one of several classes: $scores', ({ scores, confidence, uncertainty }) => {
    expect(scoresOf('confidence', { scores })).toEqual([confidence])
    expect(scoresOf('uncertainty', { scores })).toEqual(uncertainty)
  })

  test.each([
    { scores: [1, 0, 0], confidence: 100, uncertainty: [0, 0] },
    { scores: [1, 0.5, 0], confidence: 83.333, uncertainty: [100, 100] },
    { scores: [0.8, 0.1], confidence: 85, uncertainty: [72.193, 40] },
  ])('any number of classes: $scores', ({ scores, confidence, uncertainty }) => {
    expect(scoresOf('confidence', { scores, isMultiple: true })).toEqual([confidence])
    expect(scoresOf('uncertainty', { scores, isMultiple: true })).toEqual(uncertainty)
  })

  test('masks: the least sure decides; an image with none of them is sure', () => {
    const mask = { kind: 'mask', label: 'a', labelIndex: 0, mask: { counts: [], size: [1, 1] } }
    const masks = [0.9, 0.7].map((score) => ({ ...mask, score })) as never
    expect(scoresOf('confidence', { task: 'segmentation', predictions: masks })).toEqual([80])
    expect(scoresOf('uncertainty', { task: 'segmentation', predictions: masks })).toEqual([88.129, 60])
    expect(scoresOf('confidence', { task: 'segmentation' })).toEqual([100])
    expect(scoresOf('uncertainty', { task: 'segmentation' })).toEqual([0, 0])
  })
})
