import { metadataKey, type ModelMetadata } from '@vermilion/contract/detection/model-metadata'
import { floats, metadataEntries, onnxFile, integers } from './onnx-writer.ts'
import type { Constant, Node } from './onnx-writer.ts'

type Metadata = Partial<Omit<ModelMetadata, 'input' | 'output'>> & { labels: string[]; input?: object; output?: object }

function metadataOf(facts: Metadata): Record<string, string> {
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
  return { [metadataKey]: JSON.stringify(metadata) }
}

export const modelFile = (facts: Metadata): Buffer => Buffer.from(metadataEntries(metadataOf(facts)))

/** A runnable file: input `images`, a square with three planes of 0 to 1; output `output0`. */
function runnableFile(
  facts: Metadata,
  size: number,
  { nodes, constants, output }: { nodes: Node[]; constants: Constant[]; output: readonly number[] },
): Buffer {
  const scale = [1 / 255, 1 / 255, 1 / 255]
  const input = { size, channels: 'rgb', mean: [0, 0, 0], scale, letterbox: { grey: 114 } }
  return onnxFile({
    nodes,
    constants,
    inputs: [{ name: 'images', shape: [1, 3, size, size] }],
    outputs: [{ name: 'output0', shape: output }],
    metadata: metadataOf({ ...facts, input }),
  })
}

interface ForeignFile {
  readonly metadata?: Readonly<Record<string, string>>
  readonly output?: readonly number[]
  readonly inputName?: string
  readonly inputShape?: readonly (number | string)[]
  readonly inputType?: number
  readonly domain?: string
  readonly externalData?: string
}

export const redness: Node[] = [
  {
    operator: 'AveragePool',
    inputs: ['images'],
    output: 'quarters',
    attributes: { kernel_shape: [8, 8], strides: [8, 8] },
  },
  { operator: 'Gather', inputs: ['quarters', 'red'], output: 'plane', attributes: { axis: 1 } },
  { operator: 'Reshape', inputs: ['plane', 'row'], output: 'scores' },
]
export const red = integers('red', 0)
const rowOf = (...shape: readonly number[]) => integers('row', ...shape)
const joined = (inputs: readonly string[], axis: number): Node => ({
  operator: 'Concat',
  inputs,
  output: 'output0',
  attributes: { axis },
})

/** The graph of `redDetector` in Ultralytics' layouts. */
const foreignGraphs = {
  v8: {
    nodes: [...redness, joined(['boxes', 'scores'], 1)],
    constants: [red, rowOf(1, 1, 4), floats('boxes', [1, 4, 4], [4, 12, 4, 12, 4, 4, 12, 12, 8, 8, 8, 8, 8, 8, 8, 8])],
    output: [1, 5, 4],
  },
  v5: {
    nodes: [...redness, joined(['boxes', 'objects', 'scores'], 2)],
    constants: [
      red,
      rowOf(1, 4, 1),
      floats('boxes', [1, 4, 4], [4, 4, 8, 8, 12, 4, 8, 8, 4, 12, 8, 8, 12, 12, 8, 8]),
      floats('objects', [1, 4, 1], [1, 1, 0.5, 1]),
    ],
    output: [1, 4, 6],
  },
  'end-to-end': {
    nodes: [...redness, joined(['corners', 'scores', 'labels'], 2)],
    constants: [
      red,
      rowOf(1, 4, 1),
      floats('corners', [1, 4, 4], [0, 0, 8, 8, 8, 0, 16, 8, 0, 8, 8, 16, 8, 8, 16, 16]),
      floats('labels', [1, 4, 1], [0, 0, 0, 7]),
    ],
    output: [1, 4, 6],
  },
} as const satisfies Record<string, { nodes: Node[]; constants: Constant[]; output: readonly number[] }>

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
  const { domain, externalData } = changes
  return onnxFile({
    nodes: [...nodes, ...(domain === undefined ? [] : [{ operator: 'Custom', inputs: [], output: 'other', domain }])],
    constants: [
      ...constants,
      ...(externalData === undefined ? [] : [{ ...floats('far', [1], [0]), location: externalData }]),
    ],
    inputs: [
      {
        name: changes.inputName ?? 'images',
        shape: changes.inputShape ?? [1, 3, 16, 16],
        ...(changes.inputType !== undefined && { type: changes.inputType }),
      },
    ],
    outputs: [{ name: 'output0', shape: changes.output ?? output }],
    metadata,
  })
}

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

export const redDetector = (labels: string[] = ['red']): Buffer => runnableFile({ labels }, 16, foreignGraphs.v8)

export const colourSegmenter = (): Buffer =>
  runnableFile(
    {
      task: 'segmentation',
      labels: ['red', 'green'],
      output: { layout: 'logits' },
      metrics: { mIoU: null, mIoUWithBackground: null, pixelAccuracy: null },
    },
    32,
    {
      nodes: [{ operator: 'Identity', inputs: ['images'], output: 'output0' }],
      constants: [],
      output: [1, 3, 32, 32],
    },
  )

const weights = (count: number, salt: number) =>
  Array.from({ length: count }, (_, at) => Math.sin((at + 1) * 12.9898 + salt * 78.233))

export const layeredClassifier = (): Buffer =>
  runnableFile(
    {
      task: 'classification',
      labels: ['red', 'green', 'blue'],
      output: { layout: 'probabilities', multiple: false },
      thresholds: { confidence: 0.05 },
      metrics: { top1: null, top5: null, meanPrecision: null },
    },
    16,
    {
      nodes: [
        {
          operator: 'Conv',
          inputs: ['images', 'firstWeights', 'firstBias'],
          output: 'first',
          attributes: { kernel_shape: [3, 3], pads: [1, 1, 1, 1] },
        },
        { operator: 'Relu', inputs: ['first'], output: 'positive' },
        {
          operator: 'Conv',
          inputs: ['positive', 'secondWeights'],
          output: 'second',
          attributes: { kernel_shape: [1, 1] },
        },
        { operator: 'GlobalAveragePool', inputs: ['second'], output: 'means' },
        { operator: 'Flatten', inputs: ['means'], output: 'row', attributes: { axis: 1 } },
        { operator: 'Gemm', inputs: ['row', 'lastWeights', 'lastBias'], output: 'last', attributes: { transB: 1 } },
        { operator: 'Softmax', inputs: ['last'], output: 'output0', attributes: { axis: 1 } },
      ],
      constants: [
        floats('firstWeights', [8, 3, 3, 3], weights(216, 1)),
        floats('firstBias', [8], weights(8, 2)),
        floats('secondWeights', [16, 8, 1, 1], weights(128, 3)),
        floats('lastWeights', [3, 16], weights(48, 4)),
        floats('lastBias', [3], [1, 0, 0]),
      ],
      output: [1, 3],
    },
  )
