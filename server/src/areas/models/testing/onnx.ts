import { metadataKey, type ModelMetadata } from '@vermilion/contract/detection/model-metadata'

const text = (value: string) => [...new TextEncoder().encode(value)]
const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))]
const message = (field: number, content: number[]) => [...varint(field * 8 + 2), ...varint(content.length), ...content]

const string = (field: number, value: string) => message(field, text(value))
const integer = (field: number, value: number) => [...varint(field * 8), ...varint(value)]

type Metadata = Partial<ModelMetadata> & { labels: string[] }

function metadataEntry(facts: Metadata): number[] {
  const metadata = {
    version: 1,
    task: 'detection',
    input: { size: 64, channels: 'rgb', mean: [0, 0, 0], scale: [1, 1, 1], letterbox: { grey: 114 } },
    output: { layout: 'centre-size-probabilities', stride: 8 },
    thresholds: { confidence: 0.25, overlap: 0.45 },
    trainer: { name: 'test', version: '1' },
    training: { epoch: 1, seed: 1, width: 8, images: 1, validationImages: 1 },
    metrics: { precision: null, recall: null, mAP50: null, mAP50to95: null },
    ...facts,
  }
  return message(14, [...string(1, metadataKey), ...string(2, JSON.stringify(metadata))])
}

/** A file that says of itself what a model does, and holds none. */
export const modelFile = (facts: Metadata): Buffer => Buffer.from(metadataEntry(facts))

interface Node {
  readonly operator: string
  readonly inputs: readonly string[]
  readonly output: string
  readonly attributes?: Readonly<Record<string, number | readonly number[]>>
}

function nodeOf({ operator, inputs, output, attributes = {} }: Node): number[] {
  const parts = Object.entries(attributes).map(([name, value]) => {
    const content =
      typeof value === 'number'
        ? [...integer(3, value), ...integer(20, 2)]
        : [...value.flatMap((each) => integer(8, each)), ...integer(20, 7)]
    return message(5, [...string(1, name), ...content])
  })
  const names = [...inputs.flatMap((input) => string(1, input)), ...string(2, output)]
  return message(1, [...names, ...string(4, operator), ...parts.flat()])
}

interface Constant {
  readonly name: string
  readonly shape: readonly number[]
  readonly values: Float32Array | BigInt64Array
}

function constantOf({ name, shape, values }: Constant): number[] {
  const bytes = [...new Uint8Array(values.buffer)]
  const type = values instanceof Float32Array ? 1 : 7
  const dimensions = shape.flatMap((extent) => integer(1, extent))
  return message(5, [...dimensions, ...integer(2, type), ...string(8, name), ...message(9, bytes)])
}

function valueOf(field: number, name: string, shape: readonly number[]): number[] {
  const dimensions = shape.flatMap((extent) => message(1, integer(1, extent)))
  const tensor = [...integer(1, 1), ...message(2, dimensions)]
  return message(field, [...string(1, name), ...message(2, message(1, tensor))])
}

/** A file with a model that runs: `images`, a square of this size in three planes of 0 to 1, in and `output0` out. */
function runnableFile(
  facts: Metadata,
  size: number,
  { nodes, constants, output }: { nodes: Node[]; constants: Constant[]; output: readonly number[] },
): Buffer {
  const scale = [1 / 255, 1 / 255, 1 / 255]
  const input = { size, channels: 'rgb' as const, mean: [0, 0, 0], scale, letterbox: { grey: 114 } }
  const graph = [
    ...nodes.flatMap(nodeOf),
    ...string(2, 'test'),
    ...constants.flatMap(constantOf),
    ...valueOf(11, 'images', [1, 3, size, size]),
    ...valueOf(12, 'output0', output),
  ]
  const operators = message(8, [...string(1, ''), ...integer(2, 17)])
  const entry = metadataEntry({ ...facts, input })
  return Buffer.from([...integer(1, 8), ...message(7, graph), ...operators, ...entry])
}

/** A classifier: the softmax of the mean of red, green and blue, each 0 to 1. */
export const colourClassifier = (): Buffer =>
  runnableFile(
    {
      task: 'classification',
      labels: ['red', 'green', 'blue'],
      output: { layout: 'probabilities', multiple: false },
      thresholds: { confidence: 0.25 },
      metrics: { top1: null, top5: null, meanPrecision: null },
    },
    16,
    {
      nodes: [
        { operator: 'GlobalAveragePool', inputs: ['images'], output: 'means' },
        { operator: 'Flatten', inputs: ['means'], output: 'row', attributes: { axis: 1 } },
        { operator: 'Softmax', inputs: ['row'], output: 'output0', attributes: { axis: 1 } },
      ],
      constants: [],
      output: [1, 3],
    },
  )

/** A detector: each quarter of an image is an object, as likely as it is red. */
export const redDetector = (): Buffer =>
  runnableFile({ labels: ['red'] }, 16, {
    nodes: [
      {
        operator: 'AveragePool',
        inputs: ['images'],
        output: 'quarters',
        attributes: { kernel_shape: [8, 8], strides: [8, 8] },
      },
      { operator: 'Gather', inputs: ['quarters', 'red'], output: 'plane', attributes: { axis: 1 } },
      { operator: 'Reshape', inputs: ['plane', 'row'], output: 'scores' },
      { operator: 'Concat', inputs: ['boxes', 'scores'], output: 'output0', attributes: { axis: 1 } },
    ],
    constants: [
      { name: 'red', shape: [1], values: new BigInt64Array([0n]) },
      { name: 'row', shape: [3], values: new BigInt64Array([1n, 1n, 4n]) },
      {
        name: 'boxes',
        shape: [1, 4, 4],
        values: new Float32Array([4, 12, 4, 12, 4, 4, 12, 12, 8, 8, 8, 8, 8, 8, 8, 8]),
      },
    ],
    output: [1, 5, 4],
  })

/** A segmenter: what is more red than green or blue, more green, and the blue ground. */
export const colourSegmenter = (): Buffer =>
  runnableFile(
    {
      task: 'segmentation',
      labels: ['red', 'green'],
      output: { layout: 'logits' },
      metrics: { mIoU: null, pixelAccuracy: null },
    },
    32,
    {
      nodes: [{ operator: 'Identity', inputs: ['images'], output: 'output0' }],
      constants: [],
      output: [1, 3, 32, 32],
    },
  )
