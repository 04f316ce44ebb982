/** All take 16-pixel squares and detect red quarters, labeled `red`. */
import { redness, red } from './onnx.ts'
import { floats, onnxFile, integers } from './onnx-writer.ts'
import type { Constant, Node, OnnxFile, Value } from './onnx-writer.ts'

const images: Value = { name: 'images', shape: [1, 3, 16, 16] }
const int64 = 7

const corners = [
  [0, 0, 8, 8],
  [8, 0, 16, 8],
  [0, 8, 8, 16],
  [8, 8, 16, 16],
]
const centres = corners.map(([left = 0, top = 0]) => [left + 4, top + 4, 8, 8])
const transposed = (rows: readonly (readonly number[])[]) =>
  rows[0]!.map((_, column) => rows.map((row) => row[column]!))
const cornerRows = floats('corners', [1, 4, 4], corners.flat())
const shares = floats(
  'shares',
  [1, 4, 4],
  centres.flat().map((value) => value / 16),
)
const zeros = floats('zeros', [1, 4, 1], [0, 0, 0, 0])

const rowsOf = (...shape: readonly number[]) => integers('row', ...shape)
const same = (input: string, output: string): Node => ({ operator: 'Identity', inputs: [input], output })
const joined = (inputs: readonly string[], axis: number, output = 'output0'): Node => ({
  operator: 'Concat',
  inputs,
  output,
  attributes: { axis },
})
const planes: Node[] = [
  {
    operator: 'AveragePool',
    inputs: ['images'],
    output: 'eighths',
    attributes: { kernel_shape: [2, 2], strides: [2, 2] },
  },
  { operator: 'Gather', inputs: ['eighths', 'red'], output: 'redPlane', attributes: { axis: 1 } },
  { operator: 'Sub', inputs: ['redPlane', 'half'], output: 'lessHalf' },
]
const half = floats('half', [1], [0.5])

const ultralytics = (task: string) => ({ task, names: "{0: 'red'}", stride: '8', imgsz: '[16, 16]', version: '8.4.2' })

const prototypes: { nodes: Node[]; constants: Constant[]; output: Value } = {
  nodes: [
    ...planes,
    { operator: 'Sub', inputs: ['lessHalf', 'lessHalf'], output: 'nothing' },
    joined(['lessHalf', 'nothing'], 1, 'output1'),
  ],
  constants: [half],
  output: { name: 'output1', shape: [1, 2, 8, 8] },
}
const weights = [1, 1, 1, 1].flatMap((first) => [first, 3])

type Segmenter = 'v8' | 'v5' | 'end-to-end'
const rowParts: Readonly<
  Record<Segmenter, { inputs: string[]; axis: number; row: number[]; shape: number[]; constants: Constant[] }>
> = {
  v8: {
    inputs: ['boxes', 'scores', 'weights'],
    axis: 1,
    row: [1, 1, 4],
    shape: [1, 7, 4],
    constants: [
      floats('boxes', [1, 4, 4], transposed(centres).flat()),
      floats('weights', [1, 2, 4], [1, 1, 1, 1, 3, 3, 3, 3]),
    ],
  },
  v5: {
    inputs: ['boxes', 'objects', 'scores', 'weights'],
    axis: 2,
    row: [1, 4, 1],
    shape: [1, 4, 8],
    constants: [
      floats('boxes', [1, 4, 4], centres.flat()),
      floats('objects', [1, 4, 1], [1, 1, 1, 1]),
      floats('weights', [1, 4, 2], weights),
    ],
  },
  'end-to-end': {
    inputs: ['corners', 'scores', 'zeros', 'weights'],
    axis: 2,
    row: [1, 4, 1],
    shape: [1, 4, 8],
    constants: [cornerRows, zeros, floats('weights', [1, 4, 2], weights)],
  },
}

export function ultralyticsSegmenter(layout: Segmenter): Buffer {
  const { inputs, axis, row, shape, constants } = rowParts[layout]
  return onnxFile({
    nodes: [...redness, joined(inputs, axis), ...prototypes.nodes],
    constants: [red, rowsOf(...row), ...constants, ...prototypes.constants],
    inputs: [images],
    outputs: [{ name: 'output0', shape }, prototypes.output],
    metadata: { ...ultralytics('segment'), ...(layout === 'end-to-end' && { end2end: 'True' }) },
  })
}

const colours: OnnxFile = {
  nodes: [
    { operator: 'GlobalAveragePool', inputs: ['images'], output: 'means' },
    { operator: 'Flatten', inputs: ['means'], output: 'flat', attributes: { axis: 1 } },
  ],
  inputs: [images],
  outputs: [{ name: 'output0', shape: [1, 3] }],
}
const colourNames = "{0: 'red', 1: 'green', 2: 'blue'}"
const last = (operator: string, output: string): Node => ({
  operator,
  inputs: ['flat'],
  output,
  attributes: { axis: 1 },
})

export const ultralyticsClassifier = (): Buffer =>
  onnxFile({
    ...colours,
    nodes: [...colours.nodes, last('Softmax', 'output0')],
    metadata: { ...ultralytics('classify'), names: colourNames },
  })

export const torchvisionClassifier = (): Buffer =>
  onnxFile({
    nodes: [...colours.nodes, { operator: 'Gemm', inputs: ['flat', 'identity'], output: '12' }],
    constants: [floats('identity', [3, 3], [1, 0, 0, 0, 1, 0, 0, 0, 1])],
    inputs: [images],
    outputs: [{ name: '12', shape: ['batch', 3] }],
    producer: 'pytorch',
  })

export const manyLabels = (): Buffer =>
  onnxFile({
    nodes: [
      { operator: 'Transpose', inputs: ['pixels'], output: 'images', attributes: { perm: [0, 3, 1, 2] } },
      ...colours.nodes,
      { operator: 'Sigmoid', inputs: ['flat'], output: 'there' },
    ],
    inputs: [{ name: 'pixels', shape: ['batch', 16, 16, 3] }],
    outputs: [{ name: 'there', shape: ['batch', 3] }],
    metadata: { id2label: JSON.stringify({ 0: 'red', 1: 'green', 2: 'blue' }) },
  })

export function torchvisionDetector(hasMasks: boolean): Buffer {
  const nodes: Node[] = [
    { operator: 'Reshape', inputs: ['picture', 'batch'], output: 'images' },
    ...redness,
    same('corners', 'boxes'),
    same('numbers', 'labels'),
  ]
  const masks: Node[] = [
    { operator: 'Gather', inputs: ['images', 'red'], output: 'redPixels', attributes: { axis: 1 } },
    joined(['redPixels', 'redPixels', 'redPixels', 'redPixels'], 0, 'masks'),
  ]
  return onnxFile({
    nodes: [...nodes, ...(hasMasks ? masks : [])],
    constants: [
      red,
      integers('batch', 1, 3, 16, 16),
      rowsOf(4),
      floats('corners', [4, 4], corners.flat()),
      integers('numbers', 1, 1, 1, 1),
    ],
    inputs: [{ name: 'picture', shape: [3, 16, 16] }],
    outputs: [
      { name: 'boxes', shape: ['found', 4] },
      { name: 'labels', shape: ['found'], type: int64 },
      { name: 'scores', shape: ['found'] },
      ...(hasMasks ? [{ name: 'masks', shape: ['found', 1, 16, 16] }] : []),
    ],
    producer: 'pytorch',
  })
}

export const torchvisionSegmenter = (): Buffer =>
  onnxFile({
    nodes: [same('images', 'out'), same('images', 'aux')],
    inputs: [images],
    outputs: [
      { name: 'out', shape: [1, 3, 16, 16] },
      { name: 'aux', shape: [1, 3, 16, 16] },
    ],
    producer: 'pytorch',
  })

const scoresOf = (...shape: readonly number[]) => ({ nodes: redness, constants: [red, rowsOf(...shape)] })

export function rtDetr(): Buffer {
  const { nodes, constants } = scoresOf(1, 4)
  return onnxFile({
    nodes: [
      ...nodes,
      { operator: 'Cast', inputs: ['orig_target_sizes'], output: 'sizes', attributes: { to: 1 } },
      joined(['sizes', 'sizes'], 1, 'edges'),
      { operator: 'Mul', inputs: ['parts', 'edges'], output: 'boxes' },
      same('numbers', 'labels'),
    ],
    constants: [
      ...constants,
      floats(
        'parts',
        [1, 4, 4],
        corners.flat().map((value) => value / 16),
      ),
      { ...integers('numbers', 0, 0, 0, 0), shape: [1, 4] },
    ],
    inputs: [
      { name: 'images', shape: ['N', 3, 16, 16] },
      { name: 'orig_target_sizes', shape: ['N', 2], type: int64 },
    ],
    outputs: [
      { name: 'labels', shape: ['N', 4], type: int64 },
      { name: 'boxes', shape: ['N', 4, 4] },
      { name: 'scores', shape: ['N', 4] },
    ],
    metadata: { names: '["red"]' },
  })
}

export function transformersDetr(): Buffer {
  const { nodes, constants } = scoresOf(1, 4, 1)
  return onnxFile({
    nodes: [
      same('pixel_values', 'images'),
      ...nodes,
      { operator: 'Mul', inputs: ['scores', 'eight'], output: 'logits' },
      same('shares', 'pred_boxes'),
    ],
    constants: [...constants, floats('eight', [1], [8]), shares],
    inputs: [{ ...images, name: 'pixel_values' }],
    outputs: [
      { name: 'logits', shape: ['batch', 4, 1] },
      { name: 'pred_boxes', shape: ['batch', 4, 4] },
    ],
  })
}

export function ultralyticsDetr(): Buffer {
  const { nodes, constants } = scoresOf(1, 4, 1)
  return onnxFile({
    nodes: [...nodes, joined(['shares', 'scores'], 2)],
    constants: [...constants, shares],
    inputs: [images],
    outputs: [{ name: 'output0', shape: [1, 4, 5] }],
    metadata: { ...ultralytics('detect'), description: 'Ultralytics RTDETR-l model' },
  })
}

export const classMap = (): Buffer =>
  onnxFile({
    nodes: [{ operator: 'ArgMax', inputs: ['images'], output: 'map', attributes: { axis: 1, keepdims: 0 } }],
    inputs: [images],
    outputs: [{ name: 'map', shape: [1, 16, 16], type: int64 }],
    metadata: { labels: JSON.stringify(['background', 'green', 'blue']) },
  })
export const binarySegmenter = (): Buffer =>
  onnxFile({
    nodes: planes,
    constants: [red, half],
    inputs: [images],
    outputs: [{ name: 'lessHalf', shape: [1, 1, 8, 8] }],
  })
