import { modelEndpoints } from '@vermilion/contract/models'
import { storedFormats } from '@vermilion/contract/models/stored-formats'
import type { StoredFormat } from '@vermilion/contract/models/stored-formats'
import { encodeSafetensors } from '@vermilion/contract/safetensors/encode'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reasonOf } from '../../../testing/client.ts'
import { startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { createPredictor } from '../testing/predictor.ts'
import { createModelFiles } from '../testing/model-files.ts'
import { foreignDetector } from '../testing/onnx.ts'
import { floats, onnxFile, integers } from '../testing/onnx-writer.ts'
import { describeModel } from './model-import.ts'

const { addModel, inspectModelFile, listModels, startInference, tryModelFile } = modelEndpoints

let server: TestServer
let files: Awaited<ReturnType<typeof createModelFiles>>
beforeAll(async () => {
  server = await startTestServer()
  files = await createModelFiles(server, 'onnx')
})
afterAll(() => server.stop())

const contents: Readonly<Record<StoredFormat, Uint8Array>> = {
  pt: Buffer.from('PK\u0003\u0004weights'),
  engine: Buffer.from('ftrt plan'),
  rknn: Buffer.from('RKNN model'),
  tflite: Buffer.from('\u001c\0\0\0TFL3 model'),
  safetensors: encodeSafetensors([{ name: 'weight', type: 'F16', shape: [1], bytes: new Uint8Array(2) }], {}),
  gguf: Buffer.from('GGUF model'),
  mlflow: Buffer.from('PK\u0003\u0004 and the rest', 'latin1'),
}

test.each(storedFormats)(
  'R3.12 a .%s file is kept as it is, says what it is for, and runs nowhere here',
  async (format) => {
    const fileId = await files.fileWith(contents[format], format)
    expect(await server.call(inspectModelFile, { body: { fileId } })).toEqual({ dialect: 'stored', format })
    const model = await server.call(addModel, { body: { fileId, name: 'kept' } })
    expect(model).toMatchObject({
      type: 'stored-model',
      format,
      size: contents[format].length,
      creator: 'admin',
      covers: [],
    })
    const response = await server.fetch(`/models/${model.id}/content`)
    expect(response.headers.get('content-disposition')).toContain(`kept.${format}`)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(contents[format]))
    const listed = await server.call(listModels, { query: { type: 'stored-model' } })
    expect(listed.items).toContainEqual(model)
    expect((await server.call(listModels, { query: { runnable: 'true' } })).total).toBe(0)
    const body = { name: 'look', source: { kind: 'space' as const, spaceId: 'none' } }
    expect(await reasonOf(server.call(startInference, { params: { modelId: model.id }, body }))).toBe(
      'model.not-runnable',
    )
    expect(await reasonOf(server.call(tryModelFile, { body: { fileId, picture: 'AAAA' } }))).toBe('model.not-runnable')
  },
)

test.each(['pt', 'tflite', 'gguf', 'rknn', 'engine'] as const)(
  'a .%s file that holds something else is refused',
  async (format) => {
    const fileId = await files.fileWith(Buffer.from('something else'), format)
    expect(await reasonOf(server.call(addModel, { body: { fileId, name: 'kept' } }))).toBe('model-file.other-content')
  },
)

test('R3.12 a trial draws nothing of what is no picture, and changes nothing', async () => {
  const fileId = await files.fileWith(foreignDetector('v8'))
  const { total } = await server.call(listModels, { query: {} })
  const picture = Buffer.from('no picture').toString('base64')
  expect(await reasonOf(server.call(tryModelFile, { body: { fileId, picture } }))).toBe('model-file.picture-unreadable')
  expect((await server.call(listModels, { query: {} })).total).toBe(total)
})

test('a candidate that needs more memory than it may have is ended, and the next one runs', async () => {
  const predictor = createPredictor(server.platform.blobs, { processes: 1, trialMemory: 400 * 1024 ** 2 })
  const image = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#f00' } })
    .png()
    .toBuffer()
  // A computed shape, invisible in the file: a tensor of 4 GiB.
  const greedy = onnxFile({
    nodes: [
      { operator: 'Shape', inputs: ['images'], output: 'extents' },
      { operator: 'Mul', inputs: ['extents', 'factors'], output: 'large' },
      { operator: 'ConstantOfShape', inputs: ['large'], output: 'zeros' },
      { operator: 'ReduceMax', inputs: ['zeros'], output: 'most', attributes: { keepdims: 0 } },
      { operator: 'Add', inputs: ['most', 'boxes'], output: 'output0' },
    ],
    constants: [integers('factors', 1, 1, 1024, 1364), floats('boxes', [1, 5, 1], [8, 8, 8, 8, 1])],
    inputs: [{ name: 'images', shape: [1, 3, 16, 16] }],
    outputs: [{ name: 'output0', shape: [1, 5, 1] }],
    metadata: { task: 'detect', names: '["red"]' },
  })
  expect(await predictor.tryOut(describeModel(greedy), image)).toMatchObject({
    unusable: { en: expect.stringContaining('needed more than') },
  })
  expect(await predictor.tryOut(describeModel(foreignDetector('v8')), image)).toMatchObject({ width: 16, height: 16 })
  await predictor.close()
})
