import { foreignDetector } from './onnx.ts'
import { floats, integer, message, onnxFile, string, integers } from './onnx-writer.ts'
import type { Node, OnnxFile, Value } from './onnx-writer.ts'

const images: Value = { name: 'images', shape: [1, 3, 16, 16] }
const metadata = { task: 'detect', names: "{0: 'red'}" }
const boxes: Value = { name: 'output0', shape: [1, 5, 4] }
const model = (change: Partial<OnnxFile>) =>
  onnxFile({ nodes: [], inputs: [images], outputs: [boxes], metadata, ...change })

const five = floats('five', [1, 5, 4], Array<number>(20).fill(1))
const copied: Node = { operator: 'Identity', inputs: ['five'], output: 'output0' }
const add = (left: string, right: string, output: string): Node => ({ operator: 'Add', inputs: [left, right], output })
const ones = (...shape: readonly number[]): Partial<OnnxFile> => ({
  nodes: [
    { operator: 'ConstantOfShape', inputs: ['shape'], output: 'many' },
    { operator: 'ReduceSum', inputs: ['many'], output: 'sum', attributes: { keepdims: 0 } },
    add('sum', 'five', 'output0'),
  ],
  constants: [five, integers('shape', ...shape)],
})
/** An empty tensor that claims to be large. */
const claimed = Buffer.concat([
  model({ nodes: [copied], constants: [five] }),
  Buffer.from(
    message(7, message(5, [...integer(1, 32_768), ...integer(1, 32_768), ...integer(2, 1), ...string(8, 'far')])),
  ),
])
const claiming = (): Buffer => {
  const tensor = message(5, [...integer(1, 32_768), ...integer(1, 32_768), ...integer(2, 1), ...string(8, 'far')])
  return Buffer.from([...integer(1, 8), ...message(7, tensor)])
}
const nested = (depth: number): number[] =>
  depth === 0
    ? []
    : message(1, [...string(4, 'If'), ...message(5, [...string(1, 'then'), ...message(6, nested(depth - 1))])])
const external = (location: string): [string, Uint8Array, string] => [
  `weights at ${location}`,
  foreignDetector('v8', { externalData: location }),
  'model-file.unsafe',
]
const notNumber = floats('five', [1, 5, 4], Array<number>(20).fill(Number.NaN))
const endless = JSON.stringify({
  version: 1,
  task: 'classification',
  labels: ['a'],
  input: { size: 1e9, channels: 'rgb', mean: [0, 0, 0], scale: [1, 1, 1], letterbox: { grey: 0 } },
  output: { layout: 'probabilities', multiple: false },
  thresholds: { confidence: 0 },
  trainer: { name: '', version: '' },
})
const bare = { metadata: {}, inputs: [images], outputs: [boxes] }

export const hostileModels: readonly [name: string, content: Uint8Array, reason: string][] = [
  external('/etc/passwd'),
  external('../../../../etc/passwd'),
  external(String.raw`..\..\secrets`),
  external('https://example.com/weights'),
  ['a tensor of 4 GiB without content', claiming(), 'model-file.damaged'],
  ['a second graph with a tensor of 4 GiB', claimed, 'model-file.damaged'],
  ['ones that fill 4 GiB', model(ones(32_768, 32_768)), 'model-file.unsafe'],
  ['ones that fill more than there is', model(ones(2 ** 31, 2 ** 31, 2 ** 31)), 'model-file.unsafe'],
  ['ones of a size below zero', model(ones(-5)), 'model-file.unusable'],
  [
    'a circle',
    model({
      nodes: [add('five', 'back', 'there'), add('there', 'five', 'back'), add('there', 'five', 'output0')],
      constants: [five],
    }),
    'model-file.unusable',
  ],
  ['a node of itself', model({ nodes: [add('five', 'output0', 'output0')], constants: [five] }), 'model-file.unusable'],
  ['nothing that makes its output', model({ constants: [five] }), 'model-file.unusable'],
  [
    'an operator that is not there',
    model({ nodes: [{ operator: 'Nothing', inputs: ['five'], output: 'output0' }], constants: [five] }),
    'model-file.unusable',
  ],
  [
    'other numbers than it declares',
    model({ nodes: [copied], constants: [floats('five', [2], [1, 2])] }),
    'model-file.unusable',
  ],
  ['boxes that are no numbers', model({ nodes: [copied], constants: [notNumber] }), 'model-file.unusable'],
  [
    'an operator of another domain within the usual one',
    model({ nodes: [{ ...copied, domain: 'ai.onnx.evil' }], constants: [five] }),
    'model-file.unsafe',
  ],
  ['graphs within graphs', Buffer.from([...integer(1, 8), ...message(7, nested(40))]), 'model-file.damaged'],
  ['no graph', Buffer.from([...integer(1, 8), ...string(2, 'nobody')]), 'model-file.damaged'],
  ['no output', onnxFile({ ...bare, nodes: [], outputs: [] }), 'model-file.unrecognized'],
  ['no input', onnxFile({ ...bare, nodes: [copied], constants: [five], inputs: [] }), 'model-file.unrecognized'],
  [
    'more names than any model',
    onnxFile({ ...bare, nodes: [], metadata: { names: `[${"'a',".repeat(20_000)}]` } }),
    'model-file.labels-missing',
  ],
  [
    'a picture of 100000 pixels',
    model({ inputs: [{ ...images, shape: [1, 3, 100_000, 100_000] }] }),
    'model-file.unrecognized',
  ],
  [
    'an input that is not square, and a graph that reads it nowhere',
    model({ inputs: [{ ...images, shape: [1, 3, 16, 32] }] }),
    'model-file.unusable',
  ],
  ['a batch of eight', model({ inputs: [{ ...images, shape: [8, 3, 16, 16] }] }), 'model-file.unusable'],
  [
    'a batch beyond memory',
    model({ inputs: [{ ...images, shape: [200, 3, 4_000, 4_000] }] }),
    'model-file.unrecognized',
  ],
  ['no extents at all', model({ inputs: [{ ...images, shape: [] }] }), 'model-file.unrecognized'],
  ['two pictures at once', model({ inputs: [images, { ...images, name: 'more' }] }), 'model-file.unrecognized'],
  [
    'an own description of an input without end',
    model({ metadata: { vermilion: endless } }),
    'model-file.unrecognized',
  ],
  [
    'a bomb of zeros in a zip',
    Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(100_000)]),
    'model-file.damaged',
  ],
  [
    'a bomb of zeros in gzip',
    Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0]), Buffer.alloc(100_000)]),
    'model-file.damaged',
  ],
  ['a pickle', Buffer.from('\u0080\u0002cos\nsystem\n(S"id"\ntR.', 'latin1'), 'model-file.damaged'],
]
