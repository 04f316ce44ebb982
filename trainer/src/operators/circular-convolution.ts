import { shapeError, type Graph, type Tensor } from '../graph/graph.ts'
import { reshape, slice, transpose } from './shape.ts'

/** Stride 1; `(images, channels, height, width)`, weights `(outputs, channels, k, k)`, k odd. The results tile seamlessly. */
export function circularConvolution(graph: Graph, x: Tensor, weight: Tensor): Tensor {
  const [images, channels, height, width] = x.shape as [number, number, number, number]
  const [outputs, inputs, kernel] = weight.shape as [number, number, number]
  if (inputs !== channels || kernel % 2 === 0) throw shapeError('circular convolution', x, weight)
  const pad = (kernel - 1) / 2
  const convolve = (from: Tensor, by: Tensor, shape: readonly number[]) =>
    graph.node('Conv', [wrap(graph, from, pad), by], shape, { kernel_shape: [kernel, kernel], pads: [0, 0, 0, 0] })
  const y = convolve(x, weight, [images, outputs, height, width])
  return graph.derive(y, [
    // Circular convolution with the kernel rotated by 180°.
    { tensor: x, gradient: (dy) => convolve(dy, turned(graph, weight), x.shape) },
    { tensor: weight, gradient: (dy) => weightGradient(graph, dy, wrap(graph, x, pad), weight) },
  ])
}

function wrap(graph: Graph, x: Tensor, pad: number): Tensor {
  if (pad === 0) return x
  return [2, 3].reduce((tensor, axis) => {
    const extent = tensor.shape[axis]!
    const parts = [slice(graph, tensor, axis, extent - pad, extent), tensor, slice(graph, tensor, axis, 0, pad)]
    return graph.node('Concat', parts, tensor.shape.with(axis, extent + 2 * pad), { axis })
  }, x)
}

function turned(graph: Graph, weight: Tensor): Tensor {
  const swapped = transpose(graph, weight, [1, 0, 2, 3])
  if (weight.shape[2] === 1) return swapped
  const operands = [
    [-1, -1],
    [-1000, -1000],
    [2, 3],
    [-1, -1],
  ].map((values) => graph.integers(values))
  return graph.node('Slice', [swapped, ...operands], swapped.shape)
}

/** One matrix product over kernel taps. Channels come first, so that shifted copies concatenate without transposing. */
function weightGradient(graph: Graph, dy: Tensor, padded: Tensor, weight: Tensor): Tensor {
  const [images, outputs, height, width] = dy.shape as [number, number, number, number]
  const [, channels, kernel] = weight.shape as [number, number, number]
  const planes = transpose(graph, padded, [1, 0, 2, 3])
  // Columns first, which copies row by row, then rows, which copies all at once.
  const sideways = Array.from({ length: kernel }, (_, column) => slice(graph, planes, 3, column, column + width))
  const taps = Array.from({ length: kernel * kernel }, (_, tap) => {
    const row = Math.floor(tap / kernel)
    return slice(graph, sideways[tap % kernel]!, 2, row, row + height)
  })
  const rows = channels * taps.length
  const stack = kernel === 1 ? planes : graph.node('Concat', taps, [rows, images, height, width], { axis: 0 })
  const count = images * height * width
  const left = reshape(graph, transpose(graph, dy, [1, 0, 2, 3]), [outputs, count])
  const right = reshape(graph, stack, [rows, count])
  const product = graph.node('Gemm', [left, right], [outputs, rows], { transB: 1 })
  return transpose(graph, reshape(graph, product, [outputs, kernel, kernel, channels]), [0, 3, 1, 2])
}
