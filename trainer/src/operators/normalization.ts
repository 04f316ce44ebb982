import { elements, type Graph, type Tensor } from '../graph/graph.ts'

/** Added to variances, as PyTorch does by default. */
export const epsilon = 1e-5

/** Mean and variance per channel over images and pixels, of shape `(channels)`. */
export interface Statistics {
  mean: Tensor
  variance: Tensor
}

/** Batch normalization of `(images, channels, height, width)` with given statistics. */
export function normalizeBy(graph: Graph, x: Tensor, scale: Tensor, shift: Tensor, by: Statistics): Tensor {
  return graph.node('BatchNormalization', [x, scale, shift, by.mean, by.variance], x.shape, {
    epsilon: { float: epsilon },
  })
}

/** `x · a + b` with a and b per channel, in one pass over memory. */
function scaleChannels(graph: Graph, x: Tensor, a: Tensor, b: Tensor): Tensor {
  const constant = (value: number) => graph.constant(new Float32Array(a.shape[0]!).fill(value), a.shape)
  return graph.node('BatchNormalization', [x, a, b, constant(0), constant(1)], x.shape, { epsilon: { float: 0 } })
}

/** Batch normalization with the batch's own statistics, through which gradients flow. */
export function normalizeBatch(
  graph: Graph,
  x: Tensor,
  scale: Tensor,
  shift: Tensor,
): { y: Tensor; statistics: Statistics } {
  const channels = x.shape[1]!
  const count = elements(x.shape) / channels
  const vector = [channels]
  const node = (operator: string, ...inputs: Tensor[]) => graph.node(operator, inputs, vector)
  const wide = (values: Tensor) =>
    graph.node('Reshape', [values, graph.integers([1, channels, 1, 1])], [1, channels, 1, 1])
  const total = (values: Tensor) =>
    graph.node('ReduceSum', [values, graph.integers([0, 2, 3])], vector, { keepdims: 0 })
  const average = (values: Tensor) => graph.node('ReduceMean', [values], vector, { axes: [0, 2, 3], keepdims: 0 })

  const mean = average(x)
  const variance = node('Relu', node('Sub', average(graph.node('Mul', [x, x], x.shape)), node('Mul', mean, mean)))
  const y = normalizeBy(graph, x, scale, shift, { mean, variance })

  // With x̂ = (x − mean) / deviation: dshift = Σ dy, dscale = Σ dy·x̂,
  // dx = scale / deviation · (dy − dshift / count − x̂ · dscale / count), written as dy · a + x · b + c.
  const deviation = node('Sqrt', node('Add', variance, graph.scalar(epsilon)))
  const shiftGradient = (dy: Tensor) => total(dy)
  const scaleGradient = (dy: Tensor) => {
    const products = total(graph.node('Mul', [dy, x], x.shape))
    return node('Div', node('Sub', products, node('Mul', mean, total(dy))), deviation)
  }
  const inputGradient = (dy: Tensor) => {
    const a = node('Div', scale, deviation)
    const b = node('Neg', node('Div', node('Mul', a, scaleGradient(dy)), node('Mul', deviation, graph.scalar(count))))
    const c = node(
      'Neg',
      node('Add', node('Mul', b, mean), node('Mul', a, node('Div', shiftGradient(dy), graph.scalar(count)))),
    )
    return graph.node('Add', [graph.node('Mul', [dy, wide(a)], x.shape), scaleChannels(graph, x, b, c)], x.shape)
  }
  graph.derive(y, [
    { tensor: x, gradient: inputGradient },
    { tensor: scale, gradient: scaleGradient },
    { tensor: shift, gradient: shiftGradient },
  ])
  return { y, statistics: { mean, variance } }
}
