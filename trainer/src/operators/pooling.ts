import { elements, type Graph, type Tensor } from '../graph/graph.ts'

const pixels = { axes: [2, 3], keepdims: 1 } as const
const pooledShape = ({ shape: [images, channels] }: Tensor) => [images!, channels!, 1, 1]

/** Mean over each channel's pixels: `(images, channels, 1, 1)`. */
export function meanOfPixels(graph: Graph, x: Tensor): Tensor {
  const y = graph.node('ReduceMean', [x], pooledShape(x), pixels)
  const share = graph.scalar(elements(y.shape) / elements(x.shape))
  const gradient = (dy: Tensor) =>
    graph.node('Expand', [graph.node('Mul', [dy, share], y.shape), graph.integers(x.shape)], x.shape)
  return graph.derive(y, [{ tensor: x, gradient }])
}

/** Maximum over each channel's pixels: `(images, channels, 1, 1)`. The gradient goes to all maxima. */
export function greatestPixel(graph: Graph, x: Tensor): Tensor {
  const y = graph.node('ReduceMax', [x], pooledShape(x), pixels)
  const gradient = (dy: Tensor) => {
    const isGreatest = graph.node('Equal', [x, y], x.shape, {}, 'bool')
    return graph.node('Mul', [graph.node('Cast', [isGreatest], x.shape, { to: 1 }), dy], x.shape)
  }
  return graph.derive(y, [{ tensor: x, gradient }])
}
