import { shapeError, type Graph, type Tensor } from '../graph/graph.ts'
import { reshape, slice, transpose } from './shape.ts'

export interface Convolution {
  stride: 1 | 2
}

/** `(images, channels, height, width)`, weights `(outputs, channels, k, k)`, k odd; the size is the input's by the stride. */
export function convolution(graph: Graph, x: Tensor, weight: Tensor, { stride }: Convolution): Tensor {
  const [images, channels, height, width] = x.shape as [number, number, number, number]
  const [outputs, inputs, kernel] = weight.shape as [number, number, number]
  if (inputs !== channels || height % stride !== 0 || width % stride !== 0) throw shapeError('convolution', x, weight)
  const pad = (kernel - 1) / 2
  const y = graph.node('Conv', [x, weight], [images, outputs, height / stride, width / stride], {
    kernel_shape: [kernel, kernel],
    strides: [stride, stride],
    pads: [pad, pad, pad, pad],
  })
  return graph.derive(y, [
    { tensor: x, gradient: (dy) => inputGradient(graph, dy, x, weight, stride, pad) },
    { tensor: weight, gradient: (dy) => weightGradient(graph, dy, x, weight, stride, pad) },
  ])
}

function inputGradient(graph: Graph, dy: Tensor, x: Tensor, weight: Tensor, stride: number, pad: number): Tensor {
  const [outputs, channels, kernel] = weight.shape as [number, number, number]
  if (stride > 1) {
    return graph.node('ConvTranspose', [dy, weight], x.shape, {
      kernel_shape: [kernel, kernel],
      strides: [stride, stride],
      pads: [pad, pad, pad, pad],
      output_padding: [stride - 1, stride - 1],
    })
  }
  // At stride 1, a convolution with the kernel rotated by 180° is faster.
  const turned = turn(graph, transpose(graph, weight, [1, 0, 2, 3]), [channels, outputs, kernel, kernel])
  const attributes = { kernel_shape: [kernel, kernel], strides: [1, 1], pads: [pad, pad, pad, pad] }
  return graph.node('Conv', [dy, turned], x.shape, attributes)
}

function turn(graph: Graph, weight: Tensor, shape: readonly number[]): Tensor {
  if (shape[2] === 1) return weight
  const [start, end, axes, steps] = [
    [-1, -1],
    [-1000, -1000],
    [2, 3],
    [-1, -1],
  ].map((v) => graph.integers(v))
  return graph.node('Slice', [weight, start!, end!, axes!, steps!], shape)
}

/**
 * One matrix product per row of the kernel. The columns are shifted and stacked once; a shift by whole rows is then one block of
 * memory per channel, copied several times as fast as a picture's rows one by one.
 */
function weightGradient(graph: Graph, dy: Tensor, x: Tensor, weight: Tensor, stride: number, pad: number): Tensor {
  const [images, channels] = x.shape as [number, number]
  const [, outputs, height, width] = dy.shape as [number, number, number, number]
  const kernel = weight.shape[2]!
  const padded = pad === 0 ? x : padding(graph, x, pad)
  const gradient = reshape(graph, dy, [images, outputs, height * width])
  const rows = Array.from({ length: kernel }, (_, row) => {
    const columns = shiftedColumns(graph, padded, kernel, stride, row % stride, width)
    const depth = columns.shape[1]!
    const extent = columns.shape[2]!
    const flat = reshape(graph, columns, [images, depth, extent * width])
    const from = Math.floor(row / stride) * width
    const right = slice(graph, flat, 2, from, from + height * width)
    const product = graph.node('MatMul', [gradient, transpose(graph, right, [0, 2, 1])], [images, outputs, depth])
    return graph.node('ReduceSum', [product, graph.integers([0])], [outputs, depth], { keepdims: 0 })
  })
  const all = kernel === 1 ? rows[0]! : graph.node('Concat', rows, [outputs, kernel * rows[0]!.shape[1]!], { axis: 1 })
  return transpose(graph, reshape(graph, all, [outputs, kernel, kernel, channels]), [0, 3, 1, 2])
}

/**
 * Every `stride`-th row from `row` on; for each column of the kernel, the pixels that it meets:
 * `(images, kernel · channels, rows, width)`.
 */
function shiftedColumns(
  graph: Graph,
  padded: Tensor,
  kernel: number,
  stride: number,
  row: number,
  width: number,
): Tensor {
  const [images, channels, height] = padded.shape as [number, number, number]
  const count = Math.ceil((height - row) / stride)
  const parts = Array.from({ length: kernel }, (_, column) => {
    const operands = [
      [row, column],
      [height, column + (width - 1) * stride + 1],
      [2, 3],
      [stride, stride],
    ].map((v) => graph.integers(v))
    return graph.node('Slice', [padded, ...operands], [images, channels, count, width])
  })
  return kernel === 1 ? parts[0]! : graph.node('Concat', parts, [images, channels * kernel, count, width], { axis: 1 })
}

function padding(graph: Graph, x: Tensor, pad: number): Tensor {
  const [images, channels, height, width] = x.shape as [number, number, number, number]
  const pads = graph.integers([0, 0, pad, pad, 0, 0, pad, pad])
  return graph.node('Pad', [x, pads], [images, channels, height + 2 * pad, width + 2 * pad])
}
