import { modelEndpoints } from '@vermilion/contract/models'
import type { Model } from '@vermilion/contract/models'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CallFailed, startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { createModelFiles } from '../testing/model-files.ts'
import { hostileModels } from '../testing/hostile-models.ts'
import { colourClassifier, colourSegmenter, foreignDetector, redDetector } from '../testing/onnx.ts'

const { addModel, inspectModelFile, listModels, modelContent } = modelEndpoints

let server: TestServer
let files: Awaited<ReturnType<typeof createModelFiles>>
beforeAll(async () => {
  server = await startTestServer()
  files = await createModelFiles(server, 'onnx')
})
afterAll(() => server.stop())

const fileWith = (content: Uint8Array) => files.fileWith(content)
const add = async (content: Uint8Array, more: { labels?: string[] } = {}): Promise<Model> =>
  server.call(addModel, { body: { fileId: await fileWith(content), name: 'brought', ...more } })

const picture = sharp({ create: { width: 32, height: 32, channels: 3, background: '#000' } })
  .composite([{ input: { create: { width: 16, height: 32, channels: 3, background: '#f00' } }, left: 0, top: 0 }])
  .png()
  .toBuffer()

async function predictionsOf(model: Model) {
  const response = await server.app.models.predictor.predict(model, await picture)
  if (!('predictions' in response)) throw new Error(JSON.stringify(response))
  return response.predictions
}
const quarter = (y: number, score: number) => ({
  kind: 'box',
  label: 'red',
  labelIndex: 0,
  score,
  box: { x: 0, y, width: 16, height: 16 },
})

const dialects = [
  { layout: 'v8', scores: [1, 1] },
  { layout: 'v5', scores: [1, 0.5] },
  { layout: 'end-to-end', scores: [1, 1] },
] as const

test.each(dialects)(
  'R2.33 R3.12 a detector as Ultralytics exports it ($layout) becomes a model, and finds what an independent decode finds',
  async ({ layout, scores }) => {
    const fileId = await fileWith(foreignDetector(layout))
    expect(await server.call(inspectModelFile, { body: { fileId } })).toMatchObject({
      dialect: 'ultralytics',
      labelType: 'target-detection',
      labels: ['red'],
      input: { size: 16 },
      operatorSet: 17,
    })
    const model = await server.call(addModel, { body: { fileId, name: `from ${layout}` } })
    expect(model).toMatchObject({
      name: `from ${layout}`,
      type: 'cloud-inference-model',
      framework: 'ultralytics 8.4.2',
      labels: ['red'],
      taskId: null,
      datasetId: null,
      metrics: { mAP50: null },
    })
    expect(await predictionsOf(model)).toEqual([quarter(0, scores[0]), quarter(16, scores[1])])
    const { body } = await server.fetch(modelContent.path.replace(':modelId', model.id))
    const stored = Buffer.from(await new Response(body).arrayBuffer())
    expect(stored.subarray(0, foreignDetector(layout).length)).toEqual(foreignDetector(layout))
    const again = await add(stored)
    expect(again.checksum).toBe(model.checksum)
  },
)

test.each([
  ['detector', redDetector, 'target-detection'],
  ['classifier', colourClassifier, 'picture-classification'],
  ['segmenter', colourSegmenter, 'semantic-segmentation'],
] as const)('R3.12 a %s of this product is brought as it is', async (_, make, labelType) => {
  const model = await add(make())
  expect(model).toMatchObject({ labelType, size: make().length, framework: 'test 1' })
  expect((await server.call(listModels, { query: { labelType } })).items).toContainEqual(model)
})

test('names that the file lacks are typed, and those that it has may be replaced', async () => {
  const nameless = foreignDetector('v8', { metadata: { task: 'detect' } })
  await expect(add(nameless)).rejects.toMatchObject({ reason: 'model-file.labels-missing' })
  expect(await add(nameless, { labels: ['dirt'] })).toMatchObject({ labels: ['dirt'] })
  expect(await add(foreignDetector('v8'), { labels: ['rouge'] })).toMatchObject({ labels: ['rouge'] })
  await expect(add(foreignDetector('v8'), { labels: ['one', 'two'] })).rejects.toMatchObject({
    reason: 'model-file.labels-differ',
  })
})

const named = (names: string) => foreignDetector('v8', { metadata: { task: 'detect', names } })
test.each([
  [`['red']`, ['red']],
  [`{0: "it's"}`, [`it's`]],
  [String.raw`{0: 'it\'s \u7ea2\x21'}`, [`it's 红!`]],
  [`{0: 'a, b: {c}'}`, ['a, b: {c}']],
  [`[{"id": 1, "name": "red"}]`, ['red']],
  [`{"class_names": ["red"]}`, ['red']],
])('class names written as %s are read', async (names, labels) => {
  expect(await add(named(names))).toMatchObject({ labels })
})

const model = foreignDetector('v8')
const refused: [string, Uint8Array, string][] = [
  ...hostileModels,
  ['empty', new Uint8Array(), 'model-file.damaged'],
  ['a text', Buffer.from('best model ever, trained for 300 epochs\n'.repeat(20)), 'model-file.damaged'],
  ['a zip with weights', Buffer.from('PK\u0003\u0004'.padEnd(400, 'x')), 'model-file.damaged'],
  ...[0.1, 0.5, 0.9].map((share): [string, Uint8Array, string] => [
    `cut off at ${share}`,
    model.subarray(0, Math.floor(model.length * share)),
    'model-file.damaged',
  ]),
  ['millions of empty parts', new Uint8Array(2_400_000).fill(0x08), 'model-file.damaged'],
  ['numbers without end', new Uint8Array(400).fill(0xff), 'model-file.damaged'],
  ['a part longer than the file', Buffer.from([0x3a, 0xff, 0xff, 0xff, 0xff, 0x0f, 1]), 'model-file.damaged'],
  ['weights in another file', foreignDetector('v8', { externalData: '../../../../etc/passwd' }), 'model-file.unsafe'],
  ['an operator of a library', foreignDetector('v8', { domain: 'com.example' }), 'model-file.unsafe'],
  [
    'another task',
    foreignDetector('v8', { metadata: { task: 'pose', names: `{0: 'red'}` } }),
    'model-file.unrecognized',
  ],
  ['another input than its nodes read', foreignDetector('v8', { inputName: 'pixels' }), 'model-file.unusable'],
  ['of halves that its nodes do not read', foreignDetector('v8', { inputType: 10 }), 'model-file.unusable'],
  ['of bytes that its nodes do not read', foreignDetector('v8', { inputType: 2 }), 'model-file.unusable'],
  ['of doubles', foreignDetector('v8', { inputType: 11 }), 'model-file.unrecognized'],
  [
    'of a shape that its nodes do not read',
    foreignDetector('v8', { inputShape: [1, 3, 16, 32] }),
    'model-file.unusable',
  ],
  ['a grey input', foreignDetector('v8', { inputShape: [1, 1, 16, 16] }), 'model-file.unrecognized'],
  [
    'of a batch that its nodes do not read',
    foreignDetector('v8', { inputShape: [4, 3, 16, 16] }),
    'model-file.unusable',
  ],
  ['a giant batch', foreignDetector('v8', { inputShape: [9_000, 3, 16, 16] }), 'model-file.unrecognized'],
  ['a giant input', foreignDetector('v8', { inputShape: [1, 3, 90_000, 90_000] }), 'model-file.unrecognized'],
  ['another output', foreignDetector('v8', { output: [1, 9, 4] }), 'model-file.unrecognized'],
  ['a plain output', foreignDetector('v8', { output: [1, 20] }), 'model-file.unrecognized'],
  ['more classes than the output has', named(`{0: 'red', 1: 'blue'}`), 'model-file.unrecognized'],
  ['an output that is not what it says', foreignDetector('v5', { output: [1, 5, 4] }), 'model-file.unusable'],
  [
    'an input that does not fit the graph',
    foreignDetector('v8', { inputShape: [1, 3, 24, 24] }),
    'model-file.unusable',
  ],
  ['a description of a later version', Buffer.concat([model, laterVersion()]), 'model-file.unrecognized'],
  ['class names nested without end', named('{0: '.repeat(100_000)), 'model-file.labels-missing'],
  [
    'a description nested without end',
    foreignDetector('v8', { metadata: { vermilion: '['.repeat(100_000) + ']'.repeat(100_000) } }),
    'model-file.unrecognized',
  ],
]

function laterVersion(): Buffer {
  const [key, value] = [Buffer.from('vermilion'), Buffer.from('{"version": 2}')]
  const entry = Buffer.concat([Buffer.from([0x0a, key.length]), key, Buffer.from([0x12, value.length]), value])
  return Buffer.concat([Buffer.from([0x72, entry.length]), entry])
}

test.each(refused)(
  'R3.12 a file that is %s is refused with what to do, and nothing is added',
  async (_, content, reason) => {
    const { total } = await server.call(listModels, { query: {} })
    const error = await add(content).catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(CallFailed)
    expect(error).toMatchObject({ reason })
    expect((await server.call(listModels, { query: {} })).total).toBe(total)
  },
)
