import { redness, red } from './onnx.ts'
import { floats, integers, onnxFile } from './onnx-writer.ts'
import type { Node } from './onnx-writer.ts'

const node = (
  operator: string,
  inputs: readonly string[],
  output: string,
  attributes: Node['attributes'] = {},
): Node => ({
  operator,
  inputs,
  output,
  attributes,
})

const side = 20_000

/** A red-quarter detector whose memory use grows with blueness: an entirely blue image crashes its process. */
export function crashingDetector(): Buffer {
  const nodes: Node[] = [
    ...redness,
    node('Concat', ['boxes', 'scores'], 'found', { axis: 1 }),
    node('Gather', ['images', 'blue'], 'bluePlane', { axis: 1 }),
    node('ReduceMax', ['bluePlane'], 'bluest', { keepdims: 0 }),
    node('Mul', ['bluest', 'side'], 'length'),
    node('Cast', ['length'], 'whole', { to: 7 }),
    node('Reshape', ['whole', 'one'], 'edge'),
    node('Concat', ['edge', 'edge'], 'square', { axis: 0 }),
    node('ConstantOfShape', ['square'], 'many'),
    node('ReduceSum', ['many'], 'nothing', { keepdims: 0 }),
    node('Add', ['found', 'nothing'], 'output0'),
  ]
  return onnxFile({
    nodes,
    constants: [
      red,
      integers('row', 1, 1, 4),
      integers('blue', 2),
      integers('one', 1),
      floats('side', [1], [side]),
      floats('boxes', [1, 4, 4], [4, 12, 4, 12, 4, 4, 12, 12, 8, 8, 8, 8, 8, 8, 8, 8]),
    ],
    inputs: [{ name: 'images', shape: [1, 3, 16, 16] }],
    outputs: [{ name: 'output0', shape: [1, 5, 4] }],
    metadata: { task: 'detect', stride: '8', imgsz: '[16, 16]', names: "{0: 'red'}", version: '8.4.2' },
  })
}
