import { elements, shapeError, type Graph, type Tensor } from '../graph/graph.ts'
import { broadcast } from './arithmetic.ts'
import { epsilon } from './normalization.ts'
import { reshape } from './shape.ts'

/** Groups of channels per image get mean 0 and variance 1, then scale and shift, each of shape `(images, channels, 1, 1)`. */
export function normalizeGroups(graph: Graph, x: Tensor, groups: number, scale: Tensor, shift: Tensor): Tensor {
  const [images, channels] = x.shape as [number, number]
  const perChannel = [images, channels, 1, 1]
  const isFitting = [scale, shift].every(({ shape }) => shape.join() === perChannel.join())
  if (channels % groups !== 0 || !isFitting) throw shapeError('group normalisation', x, scale, shift)
  const inGroup = elements(x.shape) / images / groups
  const perGroup = [images, groups, 1]
  const node = (operator: string, a: Tensor, b?: Tensor) =>
    b === undefined ? graph.node(operator, [a], a.shape) : graph.node(operator, [a, b], broadcast(a, b))
  const view = (tensor: Tensor, shape: readonly number[]) => reshape(graph, tensor, shape)
  const mean = (values: Tensor) =>
    graph.node('ReduceMean', [view(values, [images, groups, inGroup])], perGroup, { axes: [2], keepdims: 1 })
  const pixelSum = (values: Tensor) =>
    graph.node('ReduceSum', [values, graph.integers([2, 3])], perChannel, { keepdims: 1 })
  /** Repeats a value per group for each of its channels. */
  const spread = (values: Tensor) => {
    const share = [images, groups, channels / groups]
    return view(graph.node('Expand', [values, graph.integers(share)], share), perChannel)
  }

  const average = mean(x)
  const variance = node('Relu', node('Sub', mean(node('Mul', x, x)), node('Mul', average, average)))
  const factor = node('Reciprocal', node('Sqrt', node('Add', variance, graph.scalar(epsilon))))
  const [m, r] = [spread(average), spread(factor)]
  const gain = node('Mul', scale, r)
  const y = affine(graph, x, gain, node('Sub', shift, node('Mul', m, gain)))

  // With x̂ = (x − m) · r and g = dy · scale: dx = r · (g − mean(g) − x̂ · mean(g · x̂)), written as dy · a + x · b + c.
  const scaleGradient = (dy: Tensor) =>
    node('Mul', r, node('Sub', pixelSum(node('Mul', dy, x)), node('Mul', m, pixelSum(dy))))
  const inputGradient = (dy: Tensor) => {
    const groupMean = (sums: Tensor) => {
      const total = view(node('Mul', sums, scale), [images, groups, channels / groups])
      const sum = graph.node('ReduceSum', [total, graph.integers([2])], perGroup, { keepdims: 1 })
      return spread(node('Div', sum, graph.scalar(inGroup)))
    }
    const b = node('Neg', node('Mul', node('Mul', r, r), groupMean(scaleGradient(dy))))
    const c = node('Neg', node('Add', node('Mul', b, m), node('Mul', r, groupMean(pixelSum(dy)))))
    return node('Add', node('Mul', dy, gain), affine(graph, x, b, c))
  }
  return graph.derive(y, [
    { tensor: x, gradient: inputGradient },
    { tensor: scale, gradient: scaleGradient },
    { tensor: shift, gradient: pixelSum },
  ])
}

/** `x · a + b` with a and b per channel and image; as a batch normalization of a single image it is one pass. */
function affine(graph: Graph, x: Tensor, a: Tensor, b: Tensor): Tensor {
  const [images, channels, height, width] = x.shape as [number, number, number, number]
  const count = images * channels
  const constant = (value: number) => graph.constant(new Float32Array(count).fill(value), [count])
  const inputs = [reshape(graph, x, [1, count, height, width]), reshape(graph, a, [count]), reshape(graph, b, [count])]
  const one = graph.node('BatchNormalization', [...inputs, constant(0), constant(1)], [1, count, height, width], {
    epsilon: { float: 0 },
  })
  // Not an operator of its own: gradients are defined on the result by its users.
  return graph.node('Reshape', [one, graph.integers(x.shape)], x.shape)
}
