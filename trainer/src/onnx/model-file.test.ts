import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { createGraph } from '../graph/graph.ts'
import { add } from '../operators/arithmetic.ts'
import { convolution } from '../operators/convolution.ts'
import { decodeModelMetadata, encodeModel } from './model-file.ts'

/** ONNX reader of onnxruntime-web, generated from the full schema, as independent reference. */
interface OfficialReader {
  onnx: { ModelProto: { decode(bytes: Uint8Array): unknown; toObject(message: unknown, options: object): object } }
}

function officialReader(): OfficialReader {
  const require = createRequire(import.meta.url)
  const folder = dirname(dirname(require.resolve('onnxruntime-web')))
  return require(join(folder, 'lib/onnxjs/ort-schema/protobuf/onnx.js')) as OfficialReader
}

function smallModel() {
  const graph = createGraph()
  const x = graph.input('x', [1, 1, 2, 2])
  const weight = graph.constant(Float32Array.of(2), [1, 1, 1, 1])
  const y = add(graph, convolution(graph, x, weight, { stride: 1 }), graph.scalar(0.5))
  graph.node('Neg', [y], y.shape)
  return encodeModel(graph, { y }, { vermilion: '{"标签": 1}' })
}

test('a file means the same to a reader of the full ONNX schema', () => {
  const { ModelProto } = officialReader().onnx
  const model = ModelProto.toObject(ModelProto.decode(smallModel()), { longs: Number, enums: String, bytes: Array })
  expect(model).toMatchObject({
    irVersion: 8,
    producerName: 'vermilion',
    opsetImport: [{ domain: '', version: 17 }],
    metadataProps: [{ key: 'vermilion', value: '{"标签": 1}' }],
    graph: {
      node: [
        {
          opType: 'Conv',
          input: ['x', 'constant_1'],
          attribute: [
            { name: 'kernel_shape', type: 'INTS', ints: [1, 1] },
            { name: 'strides', type: 'INTS', ints: [1, 1] },
            { name: 'pads', type: 'INTS', ints: [0, 0, 0, 0] },
          ],
        },
        { opType: 'Add' },
        // The unused negation is omitted.
        { opType: 'Identity', output: ['y'] },
      ],
      initializer: [
        { name: 'constant_1', dims: [1, 1, 1, 1], dataType: 1, rawData: [0, 0, 0, 64] },
        { dataType: 1, rawData: [0, 0, 0, 63] },
      ],
      input: [
        {
          name: 'x',
          type: { tensorType: { elemType: 1, shape: { dim: [1, 1, 2, 2].map((dimValue) => ({ dimValue })) } } },
        },
      ],
      output: [{ name: 'y' }],
    },
  })
})

test('metadata is read back, and what is no model is refused', () => {
  expect(decodeModelMetadata(smallModel())).toEqual({ vermilion: '{"标签": 1}' })
  expect(() => decodeModelMetadata(new TextEncoder().encode('no model'))).toThrow(/wire type|index out of range/)
})
