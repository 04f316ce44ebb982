import { pathOf } from '@vermilion/contract/kernel/request'
import { modelEndpoints } from '@vermilion/contract/models'
import { servedPrediction, servingEndpoints } from '@vermilion/contract/models/serving'
import { spansByRow } from '@vermilion/contract/labels/contours'
import type { ModelPrediction } from '@vermilion/contract/predictions'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CallFailed, startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { exporterRows } from '../testing/exporters/exporter-rows.ts'
import { fixedModel } from '../testing/exporters/fixed-outputs.ts'
import { createModelFiles } from '../testing/model-files.ts'

let server: TestServer
let files: Awaited<ReturnType<typeof createModelFiles>>
beforeAll(async () => {
  server = await startTestServer()
  files = await createModelFiles(server, 'onnx')
})
afterAll(() => server.stop())

const background = { r: 204, g: 102, b: 51 }
const picture = sharp({ create: { width: 64, height: 32, channels: 3, background } })
  .png()
  .toBuffer()

/** Label, score, and for boxes x, y, width and height; for masks also their pixels. */
function factsOf(prediction: ModelPrediction): [string, ...number[]] {
  const { label, score } = prediction
  if ('box' in prediction) {
    const { x, y, width, height } = prediction.box
    return [label, score, x, y, width, height]
  }
  if (!('mask' in prediction)) return [label, score]
  const { x, y, width, height } = prediction.mask
  const spans = [...spansByRow(prediction.mask).values()].flat()
  return [label, score, x, y, width, height, spans.reduce((sum, end, at) => sum + (at % 2 === 0 ? -end : end), 0)]
}

const expected = (text: string) =>
  text.split(' ').map((word, at) => (at === 0 ? word : expect.closeTo(Number(word), 3)))

test('R3.12 the table has a row for more than 30 exporter outputs', () => {
  expect(new Set(exporterRows.map(({ exporter }) => exporter)).size).toBeGreaterThan(30)
})

test.each(exporterRows)('R2.33 R3.12 $exporter says the same here', async ({ file, dialect, layout, labels, says }) => {
  const fileId = await files.fileWith(file)
  const model = { fileId, ...(labels && { labels }) }
  expect(await server.call(modelEndpoints.inspectModelFile, { body: model })).toMatchObject({ dialect, layout })
  const body = { ...model, picture: (await picture).toString('base64') }
  const { predictions } = await server.call(modelEndpoints.tryModelFile, { body })
  expect(predictions.map(factsOf)).toEqual(says.map(expected))
})

test.each(['YOLOv8 detect batch=2', 'RF-DETR Seg export()', 'SegFormer of transformers'])(
  'R2.23 R3.12 %s becomes a model, which says the same to five who ask it at once',
  async (exporter) => {
    const { file, labels, says } = exporterRows.find((row) => row.exporter === exporter)!
    const body = { fileId: await files.fileWith(file), name: 'brought', ...(labels && { labels }) }
    const { id: modelId } = await server.call(modelEndpoints.addModel, { body })
    const path = pathOf(servingEndpoints.predict, { params: { modelId }, query: {} })
    const image = new Uint8Array(await picture)
    const ask = async () => (await server.fetch(path, { method: 'POST', body: image })).json()
    for (const response of await Promise.all(Array.from({ length: 5 }, ask))) {
      const { predictions } = servedPrediction.parse((response as { data: unknown }).data)
      expect(predictions.map(factsOf)).toEqual(says.map(expected))
    }
  },
)

const images = { name: 'images', shape: [1, 3, 32, 32] }
const rows = { name: 'output0', shape: [1, 2, 4], values: [0, 0, 0, 0, 0, 0, 0, 0] }
const grid = (side: number) => ({
  name: `grid${side}`,
  shape: [1, 3, side, side, 7],
  values: Array(21 * side ** 2).fill(0),
})
test.each([
  ['poses', { input: images, outputs: [rows], metadata: { task: 'pose' } }, 'yolo export'],
  ['grids of heads', { input: images, outputs: [grid(1), grid(2), grid(4)] }, '--grid'],
  [
    'gray pictures',
    { input: { name: 'images', shape: [1, 1, 32, 32] }, outputs: [rows], metadata: { task: 'detect' } },
    'torch.onnx.export',
  ],
  ['doubles', { input: { ...images, type: 11 }, outputs: [rows], metadata: { task: 'detect' } }, 'model.float()'],
  [
    'boxes of other labels',
    { input: images, outputs: [rows], metadata: { task: 'detect', names: "['a']" } },
    'yolo export',
  ],
  [
    'the likeliest of logits',
    {
      input: images,
      outputs: [{ name: 'values', shape: [1, 3], values: [1, 2, 3], top: { count: 2, indices: 'at' } }],
    },
    'softmax',
  ],
  [
    'keypoints',
    {
      input: images,
      outputs: [
        { ...rows, name: 'dets' },
        { name: 'labels', shape: [1, 2, 3], values: [0, 0, 0, 0, 0, 0] },
        { name: 'keypoints', shape: [1, 2, 3], values: [0, 0, 0, 0, 0, 0] },
      ],
    },
    'yolo export',
  ],
  [
    'anything else',
    { input: images, outputs: [{ name: 'features', shape: [1, 2, 2, 2, 2], values: Array(16).fill(0) }] },
    'RF-DETR',
  ],
] as const)(
  'R3.12 a model of %s is refused in both languages with the line that exports it otherwise',
  async (_, model, line) => {
    const fileId = await files.fileWith(fixedModel(model))
    const failure = await server
      .call(modelEndpoints.inspectModelFile, { body: { fileId } })
      .catch((error: unknown) => error)
    if (!(failure instanceof CallFailed)) throw failure
    const { en, zh } = failure.envelope.data.values['reason'] as Record<'en' | 'zh', string>
    expect([en, zh]).toEqual([expect.stringContaining(line), expect.stringContaining(line)])
    expect(zh).toMatch(/[\u4E00-\u9FFF]/)
  },
)
