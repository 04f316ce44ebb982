import { red, redness } from './onnx.ts'
import { floats, integers, onnxFile } from './onnx-writer.ts'
import type { Node } from './onnx-writer.ts'

export const metadata = { task: 'detect', stride: '8', names: "{0: 'red'}", version: '8.4.2' }
/** Eight cells of 8 pixels in two rows, for an input of 32 by 16. */
const cells = Array.from({ length: 8 }, (_, cell) => ({ x: (cell % 4) * 8, y: Math.floor(cell / 4) * 8 }))
const ofCells = (valueOf: (cell: { x: number; y: number }) => number) => cells.map(valueOf)
const boxes = [...ofCells(({ x }) => x + 4), ...ofCells(({ y }) => y + 4), ...ofCells(() => 8), ...ofCells(() => 8)]
/** Float16 in TensorProto.DataType. */
export const half = 10

export function cellDetector(type?: number, shape: readonly (number | string)[] = [1, 3, 16, 32]): Uint8Array {
  const joined = { operator: 'Concat', inputs: ['boxes', 'scores'], output: 'output0', attributes: { axis: 1 } }
  const [first, ...rest] = redness as [Node, ...Node[]]
  const cast = (from: string, output: string, to: number): Node => ({
    operator: 'Cast',
    inputs: [from],
    output,
    attributes: { to },
  })
  const nodes =
    type === undefined
      ? [...redness, joined]
      : [
          cast('images', 'floats', 1),
          { ...first, inputs: ['floats'] },
          ...rest,
          { ...joined, output: 'joined' },
          cast('joined', 'output0', type),
        ]
  const ofType = type === undefined ? {} : { type }
  return onnxFile({
    nodes,
    constants: [red, integers('row', 1, 1, 8), floats('boxes', [1, 4, 8], boxes)],
    inputs: [{ name: 'images', shape, ...ofType }],
    outputs: [{ name: 'output0', shape: [1, 5, 8], ...ofType }],
    metadata: { ...metadata, imgsz: '[16, 32]' },
  })
}

export const oblongClassifier = (): Buffer =>
  onnxFile({
    nodes: [
      {
        operator: 'AveragePool',
        inputs: ['images'],
        output: 'means',
        attributes: { kernel_shape: [16, 32], strides: [16, 32] },
      },
      { operator: 'Flatten', inputs: ['means'], output: 'flat', attributes: { axis: 1 } },
      { operator: 'Gemm', inputs: ['flat', 'identity'], output: 'logits' },
      { operator: 'Softmax', inputs: ['logits'], output: 'output0', attributes: { axis: 1 } },
    ],
    constants: [floats('identity', [3, 3], [1, 0, 0, 0, 1, 0, 0, 0, 1])],
    inputs: [{ name: 'images', shape: [1, 3, 16, 32] }],
    outputs: [{ name: 'output0', shape: [1, 3] }],
    metadata: { ...metadata, task: 'classify', names: "{0: 'red', 1: 'green', 2: 'blue'}", imgsz: '[16, 32]' },
  })
