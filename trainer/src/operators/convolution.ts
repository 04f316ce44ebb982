import { shapeError, type Graph, type Tensor } from '../graph/graph.ts'
import { reshape, transpose } from './shape.ts'

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

/** One shifted slice of the input per kernel tap makes it a single matrix product with the output's gradient. */
function weightGradient(graph: Graph, dy: Tensor, x: Tensor, weight: Tensor, stride: number, pad: number): Tensor {
  const [images, channels] = x.shape as [number, number]
  const [, outputs, height, width] = dy.shape as [number, number, number, number]
  const kernel = weight.shape[2]!
  const padded = pad === 0 ? x : padding(graph, x, pad)
  const taps = Array.from({ length: kernel * kernel }, (_, tap) => {
    const corner = [Math.floor(tap / kernel), tap % kernel] as const
    if (kernel === 1 && stride === 1) return x
    const end = [corner[0] + (height - 1) * stride + 1, corner[1] + (width - 1) * stride + 1]
    const operands = [corner, end, [2, 3], [stride, stride]].map((v) => graph.integers(v))
    return graph.node('Slice', [padded, ...operands], [images, channels, height, width])
  })
  const columns =
    taps.length === 1
      ? taps[0]!
      : graph.node('Concat', taps, [images, channels * taps.length, height, width], { axis: 1 })
  const pixels = height * width
  const rows = reshape(graph, columns, [images, channels * taps.length, pixels])
  const right = transpose(graph, rows, [0, 2, 1])
  const left = reshape(graph, dy, [images, outputs, pixels])
  const products = graph.node('MatMul', [left, right], [images, outputs, channels * taps.length])
  const total = graph.node('ReduceSum', [products, graph.integers([0])], [outputs, channels * taps.length], {
    keepdims: 0,
  })
  return transpose(graph, reshape(graph, total, [outputs, kernel, kernel, channels]), [0, 3, 1, 2])
}

function padding(graph: Graph, x: Tensor, pad: number): Tensor {
  const [images, channels, height, width] = x.shape as [number, number, number, number]
  const pads = graph.integers([0, 0, pad, pad, 0, 0, pad, pad])
  return graph.node('Pad', [x, pads], [images, channels, height + 2 * pad, width + 2 * pad])
}
