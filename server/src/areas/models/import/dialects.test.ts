import { Buffer } from 'node:buffer'
import { modelEndpoints } from '@vermilion/contract/models'
import type { InferenceModel } from '@vermilion/contract/models'
import type { ModelCreate } from '@vermilion/contract/models/model-files'
import type { Box } from '@vermilion/contract/labels/box'
import type { Mask } from '@vermilion/contract/labels/mask'
import { spansByRow } from '@vermilion/contract/labels/contours'
import type { ModelPrediction } from '@vermilion/contract/predictions'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { waitForEnd } from '../testing/sample.ts'
import { createModelFiles } from '../testing/model-files.ts'
import { inferenceModel } from '../testing/inference-model.ts'
import {
  binarySegmenter,
  classMap,
  manyLabels,
  rtDetr,
  torchvisionClassifier,
  torchvisionDetector,
  torchvisionSegmenter,
  transformersDetr,
  ultralyticsClassifier,
  ultralyticsDetr,
  ultralyticsSegmenter,
} from '../testing/dialect-models.ts'

const { addModel, inspectModelFile, listInferenceResults, startInference, tryModelFile } = modelEndpoints

let server: TestServer
let files: Awaited<ReturnType<typeof createModelFiles>>
beforeAll(async () => {
  server = await startTestServer()
  files = await createModelFiles(server, 'onnx')
})
afterAll(() => server.stop())

const reds = [255, 153, 0, 230]
const side = 32
function quartersOf(edge: number): Promise<Buffer> {
  const pixels = Buffer.alloc(edge * edge * 3)
  for (let at = 0; at < edge * edge; at += 1) {
    const quarter = (at % edge < edge / 2 ? 0 : 1) + (at < (edge * edge) / 2 ? 0 : 2)
    pixels[at * 3] = reds[quarter]!
    pixels[at * 3 + 1] = quarter === 0 ? 51 : 0
  }
  const raw = { width: edge, height: edge, channels: 3 } as const
  return sharp(pixels, { raw }).png().toBuffer()
}
const picture = quartersOf(side)
/** The picture is as large as the inputs, so that no resampling mixes quarters at their seams. */
const smallPicture = quartersOf(side / 2)
const redness = reds.map((value) => value / 255)

async function predictionsOf(content: Uint8Array, more: Partial<ModelCreate> = {}, image = picture) {
  const fileId = await files.fileWith(content)
  const inspected = await server.call(inspectModelFile, { body: { fileId, ...more } })
  const model = inferenceModel(await server.call(addModel, { body: { fileId, name: 'brought', ...more } }))
  const response = await server.app.models.predictor.predict(model, await image)
  if (!('predictions' in response)) throw new Error(JSON.stringify(response))
  const tried = await server.call(tryModelFile, {
    body: { fileId, ...more, picture: (await image).toString('base64') },
  })
  expect(tried).toMatchObject({ predictions: response.predictions })
  return { inspected, model, predictions: response.predictions }
}

const quarterBox = (quarter: number): Box => ({
  x: (quarter % 2) * 8,
  y: quarter < 2 ? 0 : 8,
  width: 8,
  height: 8,
})

function expectBoxes(predictions: readonly ModelPrediction[], scoreOf: (red: number) => number, least: number): void {
  const expected = redness
    .map((red, quarter) => ({ score: scoreOf(red), box: quarterBox(quarter) }))
    .filter(({ score }) => score >= least)
    .toSorted((one, other) => other.score - one.score)
  expect(predictions).toHaveLength(expected.length)
  for (const [index, prediction] of predictions.entries()) {
    if (!('box' in prediction)) throw new Error('it is no box')
    expect(prediction.score).toBeCloseTo(expected[index]!.score, 4)
    for (const key of ['x', 'y', 'width', 'height'] as const)
      expect(prediction.box[key]).toBeCloseTo(expected[index]!.box[key], 4)
  }
}

function pixelsOf(mask: Mask): Set<string> {
  const inside = new Set<string>()
  for (const [row, spans] of spansByRow(mask).entries())
    for (let at = 0; at < spans.length; at += 2)
      for (let x = spans[at]!; x < spans[at + 1]!; x += 1) inside.add(`${mask.x + x} ${mask.y + row}`)
  return inside
}

function expectMasks(
  predictions: readonly ModelPrediction[],
  labels: readonly string[],
  rule: (x: number, y: number) => { label: number; score: number } | undefined,
): void {
  const expected = labels.map(() => ({ pixels: new Set<string>(), sum: 0 }))
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const pixel = rule(x, y)
      if (pixel === undefined) continue
      expected[pixel.label]!.pixels.add(`${x} ${y}`)
      expected[pixel.label]!.sum += pixel.score
    }
  expect(predictions.map(({ label }) => label)).toEqual(labels.filter((_, label) => expected[label]!.pixels.size > 0))
  for (const prediction of predictions) {
    if (!('mask' in prediction)) throw new Error('it is no mask')
    const { pixels: inside, sum } = expected[prediction.labelIndex]!
    expect(pixelsOf(prediction.mask)).toEqual(inside)
    expect(prediction.score).toBeCloseTo(sum / inside.size, 4)
  }
}

const quarterOf = (x: number, y: number) => (x < 16 ? 0 : 1) + (y < 16 ? 0 : 2)

function between(cells: number, x: number, y: number): number {
  const step = side / cells
  const near = (position: number) => Math.min(cells - 1, Math.max(0, (position + 0.5) / step - 0.5))
  const [column, row] = [near(x), near(y)]
  let sum = 0
  for (const cellX of [Math.floor(column), Math.floor(column) + 1])
    for (const cellY of [Math.floor(row), Math.floor(row) + 1]) {
      const weight = (1 - Math.abs(column - cellX)) * (1 - Math.abs(row - cellY))
      const within = (cell: number) => Math.min(cells - 1, cell) * step
      if (weight > 0) sum += weight * redness[quarterOf(within(cellX), within(cellY))]!
    }
  return sum
}

test.each([
  ['torchvision', 'boxes-labels-scores', torchvisionDetector(false), (red: number) => red, 0.5],
  ['rt-detr', 'boxes-labels-scores', rtDetr(), (red: number) => red, 0.4],
  ['rt-detr', 'query-logits', transformersDetr(), (red: number) => 1 / (1 + Math.exp(-8 * red)), 0.4],
  ['ultralytics', 'query-probabilities', ultralyticsDetr(), (red: number) => red, 0.25],
] as const)(
  'R2.33 R3.12 a detector of %s that says %s finds what an independent decode finds',
  async (dialect, layout, content, scoreOf, least) => {
    const { inspected, predictions } = await predictionsOf(content, { labels: ['red'] }, smallPicture)
    expect(inspected).toMatchObject({ dialect, layout, labelType: 'target-detection', labels: ['red'] })
    expectBoxes(predictions, scoreOf, least)
  },
)

test.each(['v8', 'v5', 'end-to-end'] as const)(
  'R2.33 a segmenter of Ultralytics (%s) covers the pixels that an independent decode covers',
  async (layout) => {
    const { inspected, predictions } = await predictionsOf(ultralyticsSegmenter(layout))
    expect(inspected).toMatchObject({
      dialect: 'ultralytics',
      layout: 'prototypes',
      labelType: 'semantic-segmentation',
    })
    expectMasks(predictions, ['red'], (x, y) => {
      const score = redness[quarterOf(x, y)]!
      return score >= 0.25 && between(8, x, y) - 0.5 > 0 ? { label: 0, score } : undefined
    })
  },
)

test('R2.33 instances of torchvision cover what is likely within their boxes', async () => {
  const { inspected, predictions } = await predictionsOf(torchvisionDetector(true), {
    labels: ['__background__', 'red'],
  })
  expect(inspected).toMatchObject({ dialect: 'torchvision', layout: 'instances', labels: ['red'] })
  expectMasks(predictions, ['red'], (x, y) => {
    const score = redness[quarterOf(x, y)]!
    return score >= 0.5 && between(16, x, y) > 0.5 ? { label: 0, score } : undefined
  })
})

const imageNet = { mean: [123.675, 116.28, 103.53], deviation: [58.395, 57.12, 57.375] }
const normalized = (quarter: number) =>
  [reds[quarter]!, quarter === 0 ? 51 : 0, 0].map(
    (value, channel) => (value - imageNet.mean[channel]!) / imageNet.deviation[channel]!,
  )
const largest = (values: readonly number[]) => values.indexOf(Math.max(...values))
const softmax = (values: readonly number[]) => {
  const powers = values.map(Math.exp)
  return powers.map((power) => power / powers.reduce((sum, one) => sum + one, 0))
}

test('R2.33 a segmenter of torchvision: the ground is its first class', async () => {
  const { inspected, predictions } = await predictionsOf(torchvisionSegmenter(), { labels: ['green', 'blue'] })
  expect(inspected).toMatchObject({ dialect: 'torchvision', layout: 'logits', labelType: 'semantic-segmentation' })
  expectMasks(predictions, ['green', 'blue'], (x, y) => {
    const values = normalized(quarterOf(x, y))
    const label = largest(values) - 1
    return label < 0 ? undefined : { label, score: Math.max(...softmax(values)) }
  })
})

test('R2.33 segmenters of no known maker: numbers of classes, and one class on a coarse grid', async () => {
  const map = await predictionsOf(classMap())
  expect(map.inspected).toMatchObject({ dialect: 'segmenter', layout: 'class-map', labels: ['green', 'blue'] })
  expectMasks(map.predictions, ['green', 'blue'], (x, y) => {
    const label = largest(normalized(quarterOf(x, y))) - 1
    return label < 0 ? undefined : { label, score: 1 }
  })
  const binary = await predictionsOf(binarySegmenter(), { labels: ['red'] })
  expect(binary.inspected).toMatchObject({ dialect: 'segmenter', layout: 'binary-logits' })
  expectMasks(binary.predictions, ['red'], (x, y) => {
    const score = 1 / (1 + Math.exp(0.5 - normalized(quarterOf(x, y))[0]!))
    const interpolated = (between(8, x, y) * 255 - imageNet.mean[0]!) / imageNet.deviation[0]!
    return interpolated > 0.5 ? { label: 0, score } : undefined
  })
})

const meanOf = (channel: number, valueOf: (quarter: number) => readonly number[]) =>
  [0, 1, 2, 3].reduce((sum, quarter) => sum + valueOf(quarter)[channel]! / 4, 0)
const unit = (quarter: number) => [redness[quarter]!, quarter === 0 ? 0.2 : 0, 0]
const means = (valueOf: (quarter: number) => readonly number[]) => [0, 1, 2].map((channel) => meanOf(channel, valueOf))
const sigmoids = (values: readonly number[]) => values.map((value) => 1 / (1 + Math.exp(-value)))

test.each([
  ['ultralytics', 'probabilities', ultralyticsClassifier(), softmax(means(unit)), {}],
  ['torchvision', 'logits', torchvisionClassifier(), softmax(means(normalized)), { labels: ['red', 'green', 'blue'] }],
  ['classifier', 'probabilities', manyLabels(), sigmoids(means(normalized)), {}],
] as const)('R2.33 a classifier of %s that says %s', async (dialect, layout, content, scores, more) => {
  const { inspected, model, predictions } = await predictionsOf(
    content,
    { ...more, labels: ['red', 'green', 'blue'] },
    smallPicture,
  )
  expect(inspected).toMatchObject({ dialect, layout, labelType: 'picture-classification' })
  expect(model.labels).toEqual(['red', 'green', 'blue'])
  const response = await server.app.models.predictor.predict(model, await smallPicture)
  if (!('scores' in response)) throw new Error('there are no scores')
  for (const [label, score] of scores.entries()) expect(response.scores?.[label]).toBeCloseTo(score, 4)
  expect(predictions[0]).toMatchObject({ label: 'red' })
})

test('R3.12 how a picture becomes the input is shown, and corrected', async () => {
  const fileId = await files.fileWith(ultralyticsClassifier())
  const read = await server.call(inspectModelFile, { body: { fileId } })
  if (!('input' in read)) throw new Error('it does not run')
  expect(read.input).toMatchObject({
    size: 16,
    channels: 'rgb',
    fit: 'crop',
    resampling: 'antialiased',
    layout: 'nchw',
  })
  const input = { ...read.input, channels: 'bgr' as const, mean: [0, 0, 0], scale: [1, 1, 1] }
  const corrected = await server.call(inspectModelFile, { body: { fileId, input } })
  expect(corrected).toMatchObject({ dialect: 'ultralytics', input })
  const model: InferenceModel = inferenceModel(
    await server.call(addModel, { body: { fileId, name: 'corrected', input } }),
  )
  const response = await server.app.models.predictor.predict(model, await picture)
  expect(response).toMatchObject({ predictions: [{ label: 'blue' }] })
  // The stored file contains the correction: imported again, it is read the same way.
  const { body } = await server.fetch(`/models/${model.id}/content`)
  const again = await files.fileWith(Buffer.from(await new Response(body).arrayBuffer()))
  expect(await server.call(inspectModelFile, { body: { fileId: again } })).toMatchObject({
    dialect: 'vermilion',
    input,
  })
})

test('R2.23 an inference runs a model from elsewhere over images as the trial ran it', async () => {
  const fileId = await files.fileWith(ultralyticsSegmenter('v8'))
  const model = await server.call(addModel, { body: { fileId, name: 'yard' } })
  await files.fileWith(await picture, 'png')
  const source = { kind: 'space' as const, spaceId: files.spaceId }
  const body = { name: 'look', source, confidence: 0.7 }
  const task = await server.call(startInference, { params: { modelId: model.id }, body })
  expect(await waitForEnd(server, task.id)).toMatchObject({ status: 'success' })
  const { items } = await server.call(listInferenceResults, { params: { taskId: task.id }, query: {} })
  expect(items).toHaveLength(1)
  expectMasks(items[0]!.predictions, ['red'], (x, y) => {
    const score = redness[quarterOf(x, y)]!
    return score >= 0.7 && between(8, x, y) - 0.5 > 0 ? { label: 0, score } : undefined
  })
})
