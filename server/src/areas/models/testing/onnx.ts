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

function valueOf(field: number, name: string, shape: readonly number[], type = 1): number[] {
  const dimensions = shape.flatMap((extent) => message(1, integer(1, extent)))
  const tensor = [...integer(1, type), ...message(2, dimensions)]
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
  return fileOf(graph, metadataEntry({ ...facts, input }))
}

function fileOf(graph: number[], entries: number[]): Buffer {
  const operators = message(8, [...string(1, ''), ...integer(2, 17)])
  return Buffer.from([...integer(1, 8), ...message(7, graph), ...operators, ...entries])
}

/** What is different in a file of another exporter. */
interface ForeignFile {
  readonly metadata?: Readonly<Record<string, string>>
  readonly output?: readonly number[]
  readonly inputName?: string
  readonly inputShape?: readonly number[]
  /** Of TensorProto.DataType. */
  readonly inputType?: number
  /** Another set of operators for one more node, or weights in another file. */
  readonly domain?: string
  readonly externalData?: boolean
}

const redness: Node[] = [
  {
    operator: 'AveragePool',
    inputs: ['images'],
    output: 'quarters',
    attributes: { kernel_shape: [8, 8], strides: [8, 8] },
  },
  { operator: 'Gather', inputs: ['quarters', 'red'], output: 'plane', attributes: { axis: 1 } },
  { operator: 'Reshape', inputs: ['plane', 'row'], output: 'scores' },
]
const red: Constant = { name: 'red', shape: [1], values: new BigInt64Array([0n]) }
const rowOf = (...shape: bigint[]): Constant => ({ name: 'row', shape: [3], values: new BigInt64Array(shape) })
const floats = (name: string, shape: readonly number[], values: readonly number[]): Constant => ({
  name,
  shape,
  values: new Float32Array(values),
})
const joined = (inputs: readonly string[], axis: number): Node => ({
  operator: 'Concat',
  inputs,
  output: 'output0',
  attributes: { axis },
})

/** The graph of `redDetector` as exporters of Ultralytics lay its output out. */
const foreignGraphs = {
  v8: {
    nodes: [...redness, joined(['boxes', 'scores'], 1)],
    constants: [
      red,
      rowOf(1n, 1n, 4n),
      floats('boxes', [1, 4, 4], [4, 12, 4, 12, 4, 4, 12, 12, 8, 8, 8, 8, 8, 8, 8, 8]),
    ],
    output: [1, 5, 4],
  },
  v5: {
    nodes: [...redness, joined(['boxes', 'objects', 'scores'], 2)],
    constants: [
      red,
      rowOf(1n, 4n, 1n),
      floats('boxes', [1, 4, 4], [4, 4, 8, 8, 12, 4, 8, 8, 4, 12, 8, 8, 12, 12, 8, 8]),
      floats('objects', [1, 4, 1], [1, 1, 0.5, 1]),
    ],
    output: [1, 4, 6],
  },
  'end-to-end': {
    nodes: [...redness, joined(['corners', 'scores', 'labels'], 2)],
    constants: [
      red,
      rowOf(1n, 4n, 1n),
      floats('corners', [1, 4, 4], [0, 0, 8, 8, 8, 0, 16, 8, 0, 8, 8, 16, 8, 8, 16, 16]),
      // The label of the last row is none of the model's.
      floats('labels', [1, 4, 1], [0, 0, 0, 7]),
    ],
    output: [1, 4, 6],
  },
} as const satisfies Record<string, { nodes: Node[]; constants: Constant[]; output: readonly number[] }>

/** A detector of red quarters that another exporter has written. */
export function foreignDetector(layout: keyof typeof foreignGraphs, changes: ForeignFile = {}): Buffer {
  const { nodes, constants, output } = foreignGraphs[layout]
  const metadata = changes.metadata ?? {
    task: 'detect',
    stride: '8',
    imgsz: '[16, 16]',
    names: "{0: 'red'}",
    version: '8.4.2',
    ...(layout === 'end-to-end' && { end2end: 'True' }),
  }
  const foreign = message(1, [...string(2, 'other'), ...string(4, 'Custom'), ...string(7, changes.domain ?? '')])
  const outside = message(5, [...string(8, 'far'), ...integer(2, 1), ...message(13, [...string(1, 'location')])])
  const graph = [
    ...nodes.flatMap(nodeOf),
    ...(changes.domain === undefined ? [] : foreign),
    ...string(2, 'test'),
    ...constants.flatMap(constantOf),
    ...(changes.externalData === true ? outside : []),
    ...valueOf(11, changes.inputName ?? 'images', changes.inputShape ?? [1, 3, 16, 16], changes.inputType),
    ...valueOf(12, 'output0', changes.output ?? output),
  ]
  const entries = Object.entries(metadata).flatMap(([key, value]) =>
    message(14, [...string(1, key), ...string(2, value)]),
  )
  return fileOf(graph, entries)
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
export const redDetector = (): Buffer => runnableFile({ labels: ['red'] }, 16, foreignGraphs.v8)

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
