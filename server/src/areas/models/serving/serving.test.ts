import { accountEndpoints } from '@vermilion/contract/accounts'
import { auditEndpoints } from '@vermilion/contract/accounts/audit'
import { pathOf } from '@vermilion/contract/kernel/request'
import { modelEndpoints } from '@vermilion/contract/models'
import type { Model } from '@vermilion/contract/models'
import { servedPrediction, servingEndpoints } from '@vermilion/contract/models/serving'
import type { ServedPrediction } from '@vermilion/contract/models/serving'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { crashingDetector } from '../testing/crashing-model.ts'
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
import { createModelFiles } from '../testing/model-files.ts'
import { colourClassifier, colourSegmenter, foreignDetector, redDetector } from '../testing/onnx.ts'

const { addModel } = modelEndpoints

let server: TestServer
let files: Awaited<ReturnType<typeof createModelFiles>>
beforeAll(async () => {
  const environment = { VERMILION_SERVING_QUEUE: '12', VERMILION_SERVING_MEMORY_GIB: '0.6' }
  server = await startTestServer({ environment })
  files = await createModelFiles(server, 'onnx')
})
afterAll(() => server.stop())

const halfOf = (background: string) =>
  sharp({ create: { width: 32, height: 32, channels: 3, background: '#000' } })
    .composite([{ input: { create: { width: 16, height: 32, channels: 3, background } }, left: 0, top: 0 }])
    .png()
    .toBuffer()
const [redPicture, bluePicture] = await Promise.all(['#f00', '#00f'].map(halfOf))

const add = async (content: Uint8Array, labels?: string[], ending = 'onnx'): Promise<Model> => {
  const fileId = await files.fileWith(content, ending)
  return server.call(addModel, { body: { fileId, name: 'served', ...(labels && { labels }) } })
}

interface Question {
  body?: NonNullable<RequestInit['body']> | null
  query?: Record<string, string>
  headers?: Record<string, string>
}

function ask(
  { id }: Pick<Model, 'id'>,
  { body = new Uint8Array(redPicture!), query = {}, headers = {} }: Question = {},
) {
  const path = pathOf(servingEndpoints.predict, { params: { modelId: id }, query })
  return server.fetch(path, { method: 'POST', body, headers: { language: 'en-us', ...headers } })
}

async function predictionOf(...question: Parameters<typeof ask>): Promise<ServedPrediction> {
  const response = await ask(...question)
  const { data, message } = (await response.json()) as { data: unknown; message: string }
  expect(response.status, message).toBe(200)
  return servedPrediction.parse(data)
}

async function refusalOf(...question: Parameters<typeof ask>) {
  const response = await ask(...question)
  const { data, message } = (await response.json()) as { data: { error: string }; message: string }
  return { status: response.status, reason: data.error, message, headers: response.headers }
}

const box = (y: number, score = 1) => ({
  kind: 'box',
  label: 'red',
  labelIndex: 0,
  score,
  box: { x: 0, y, width: 16, height: 16 },
})

const dialects: [name: string, make: () => Buffer, labels?: string[]][] = [
  ['our detector', redDetector],
  ['our classifier', colourClassifier],
  ['our segmenter', colourSegmenter],
  ['Ultralytics v8', () => foreignDetector('v8')],
  ['Ultralytics v5', () => foreignDetector('v5')],
  ['Ultralytics end to end', () => foreignDetector('end-to-end')],
  ['Ultralytics segmenter', () => ultralyticsSegmenter('v8')],
  ['Ultralytics classifier', ultralyticsClassifier],
  ['Ultralytics RT-DETR', ultralyticsDetr],
  ['torchvision classifier', torchvisionClassifier, ['red', 'green', 'blue']],
  ['torchvision detector', () => torchvisionDetector(false), ['red']],
  ['torchvision instances', () => torchvisionDetector(true), ['red']],
  ['torchvision segmenter', torchvisionSegmenter, ['green', 'blue']],
  ['RT-DETR', rtDetr],
  ['transformers DETR', transformersDetr, ['red']],
  ['labels at once', manyLabels],
  ['class map', classMap],
  ['binary segmenter', binarySegmenter, ['red']],
]

test.each(dialects)('R3.12 %s is served as it is evaluated', async (_, make, labels) => {
  const model = await add(make(), labels)
  const confidence = 0.3
  const served = await predictionOf(model, { query: { confidence: String(confidence) } })
  const direct = await server.app.models.predictor.predict(
    { checksum: 'checksum' in model ? model.checksum : '' },
    redPicture!,
  )
  if (!('predictions' in direct)) throw new Error(JSON.stringify(direct))
  expect(served).toMatchObject({ width: 32, height: 32, model: { id: model.id, name: 'served' } })
  const sure = [...direct.predictions].filter(({ score, kind }) => kind === 'mask' || score >= confidence)
  if (direct.task !== 'classification') expect(served.predictions).toEqual(sure)
  else expect(served.scores).toEqual(direct.scores)
  expect(served.predictions.length).toBeGreaterThan(0)
})

test('R3.12 a picture comes as bytes, as a form or from a data space, and goes as JSON or drawn', async () => {
  const model = await add(foreignDetector('v8'))
  const expected = [box(0), box(16)]
  expect((await predictionOf(model, { headers: { 'content-type': 'image/png' } })).predictions).toEqual(expected)
  expect((await predictionOf(model, { headers: { 'content-type': 'application/octet-stream' } })).predictions).toEqual(
    expected,
  )
  const form = new FormData()
  form.append('note', 'first')
  form.append('image', new Blob([new Uint8Array(redPicture!)], { type: 'image/png' }), 'yard.png')
  expect((await predictionOf(model, { body: form })).predictions).toEqual(expected)
  const fileId = await files.fileWith(redPicture!, 'png')
  expect((await predictionOf(model, { body: null, query: { fileId } })).predictions).toEqual(expected)
  expect((await predictionOf(model, { query: { confidence: '1' } })).predictions).toEqual(expected)

  for (const question of [{ query: { format: 'png' } }, { headers: { accept: 'image/png' } }]) {
    const response = await ask(model, question)
    expect(response.headers.get('content-type')).toBe('image/png')
    const drawn = sharp(Buffer.from(await response.arrayBuffer()))
    expect(await drawn.metadata()).toMatchObject({ format: 'png', width: 32, height: 32 })
    const [marked, plain] = await Promise.all(
      [drawn, sharp(redPicture)].map((one) => one.removeAlpha().raw().toBuffer()),
    )
    expect(marked!.equals(plain!)).toBe(false)
  }
})

test('R3.12 what is no picture, too much or for another place is refused with what to do', async () => {
  const model = await add(foreignDetector('v8'))
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  const cases: [Question, number, string][] = [
    [{ body: null }, 400, 'prediction.picture-missing'],
    [{ body: new FormData() }, 400, 'prediction.picture-missing'],
    [
      { body: 'x', headers: { 'content-type': 'multipart/form-data; boundary=none' } },
      400,
      'prediction.picture-missing',
    ],
    [{ body: 'no picture' }, 400, 'model-file.picture-unreadable'],
    [{ body: drawing }, 400, 'model-file.picture-unreadable'],
    [{ body: new Uint8Array(20 * 1024 ** 2 + 1) }, 413, 'prediction.picture-too-large'],
    [{ query: { confidence: '2' } }, 400, 'request.invalid'],
    [{ body: null, query: { fileId: 'none' } }, 404, 'file.not-found'],
  ]
  for (const [question, status, reason] of cases)
    expect(await refusalOf(model, question)).toMatchObject({ status, reason })
  const huge = await sharp({ create: { width: 8_000, height: 7_000, channels: 3, background: '#f00' } })
    .png()
    .toBuffer()
  expect(await refusalOf(model, { body: new Uint8Array(huge) })).toMatchObject({
    reason: 'model-file.picture-unreadable',
    message: expect.stringContaining('8000 × 7000'),
  })
  expect(await refusalOf({ id: 'none' })).toMatchObject({ status: 404, reason: 'model.not-found' })
  const stored = await add(Buffer.from('\u001c\0\0\0TFL3 model'), undefined, 'tflite')
  expect(await refusalOf(stored)).toMatchObject({
    status: 409,
    reason: 'model.runs-elsewhere',
    message: expect.stringContaining('LiteRT'),
  })
})

test('R3.12 a token that may only read asks, and nobody else does; no call is audited', async () => {
  const model = await add(foreignDetector('v8'))
  const body = { name: 'line', scope: 'read-only', expiresAt: null } as const
  const { secret } = await server.call(accountEndpoints.createAccessToken, { body })
  await predictionOf(model, { headers: { authorization: `Bearer ${secret}` } })
  expect((await ask(model, { headers: { authorization: 'Bearer none' } })).status).toBe(401)
  const { items } = await server.call(auditEndpoints.listAuditEntries, { query: {} })
  expect(items.filter(({ action }) => action.includes('predict'))).toEqual([])
  expect(items.length).toBeGreaterThan(0)
})

test('R3.12 a model that takes batches is run on several pictures at once, and says the same', async () => {
  const model = await add(manyLabels())
  const alone = await predictionOf(model)
  const batched = await Promise.all(Array.from({ length: 12 }, () => predictionOf(model)))
  for (const { scores } of batched) expect(scores).toEqual(alone.scores)
  const text = await (await fetch(`${server.address}/metrics`)).text()
  const figure = (name: string) => Number(new RegExp(`^${name} ([\\d.]+)$`, 'm').exec(text)?.[1])
  expect(figure('vermilion_prediction_batch_size_sum')).toBeGreaterThan(figure('vermilion_prediction_batch_size_count'))
  expect(figure('vermilion_prediction_loaded_models')).toBeGreaterThan(1)
  expect(text).toMatch(/^vermilion_predictions_total\{model="served",version="\d+",status="success"\} \d+$/m)
})

test('R3.12 a model that ends its process costs one answer, and more than may wait is told when to come again', async () => {
  const [model, other] = await Promise.all([add(crashingDetector()), add(foreignDetector('v8'))])
  const results = await Promise.all([
    predictionOf(other),
    refusalOf(model, { body: new Uint8Array(bluePicture!) }),
    predictionOf(model),
    predictionOf(other),
  ])
  expect(results[1]).toMatchObject({ status: 500, reason: 'prediction.lost' })
  expect((await predictionOf(model)).predictions).toEqual([box(0), box(16)])

  // The faster requests are answered, the more have to come at once before one is refused.
  const responses: Response[] = []
  for (let count = 60; !responses.some(({ status }) => status === 429) && count < 2_000; count *= 2)
    responses.push(...(await Promise.all(Array.from({ length: count }, () => ask(other)))))
  const statuses = new Set(responses.map(({ status }) => status))
  expect([...statuses].toSorted()).toEqual([200, 429])
  const full = responses.find(({ status }) => status === 429)!
  expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await full.json()).toMatchObject({ data: { error: 'prediction.full' } })
})

test('R3.12 a process that is killed is started anew', async () => {
  const model = await add(foreignDetector('v8'))
  for (const processId of server.app.models.serving.processes()) process.kill(processId, 'SIGKILL')
  await expect.poll(async () => (await ask(model)).status).toBe(200)
})
