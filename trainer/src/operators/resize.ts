import type { Graph, Tensor } from '../graph/graph.ts'
import { multiply } from './arithmetic.ts'

/** Doubles height and width by linear interpolation. Has no gradient. */
export function interpolate(graph: Graph, x: Tensor): Tensor {
  const [images, channels, height, width] = x.shape as [number, number, number, number]
  const scales = graph.constant(Float32Array.of(1, 1, 2, 2), [4])
  const roi = graph.constant(new Float32Array(0), [0])
  return graph.node('Resize', [x, roi, scales], [images, channels, height * 2, width * 2], {
    mode: 'linear',
    coordinate_transformation_mode: 'half_pixel',
  })
}

/** Doubles height and width of `(images, channels, height, width)` by repeating pixels. */
export function upsample(graph: Graph, x: Tensor): Tensor {
  const [images, channels, height, width] = x.shape as [number, number, number, number]
  const scales = graph.constant(Float32Array.of(1, 1, 2, 2), [4])
  const roi = graph.constant(new Float32Array(0), [0])
  const shape = [images, channels, height * 2, width * 2]
  const y = graph.node('Resize', [x, roi, scales], shape, {
    mode: 'nearest',
    nearest_mode: 'floor',
    coordinate_transformation_mode: 'asymmetric',
  })
  const gradient = (dy: Tensor) => {
    const means = graph.node('AveragePool', [dy], x.shape, { kernel_shape: [2, 2], strides: [2, 2] })
    return multiply(graph, means, graph.scalar(4))
  }
  return graph.derive(y, [{ tensor: x, gradient }])
}
