import type { Graph, Tensor } from '../graph/graph.ts'

/** Probabilities along the second axis, which add up to 1. Has no gradient. */
export function softmax(graph: Graph, logits: Tensor): Tensor {
  return graph.node('Softmax', [logits], logits.shape, { axis: 1 })
}

/**
 * Soft-max cross entropy along the second axis, which the result keeps with extent 1: `−Σ t · log p`. What the targets of a
 * place add up to is how much it weighs. Targets have no gradient.
 */
export function crossEntropy(graph: Graph, logits: Tensor, targets: Tensor): Tensor {
  const shape = logits.shape.with(1, 1)
  const node = (operator: string, ...inputs: Tensor[]) => graph.node(operator, inputs, logits.shape)
  const total = (x: Tensor) => graph.node('ReduceSum', [x, graph.integers([1])], shape, { keepdims: 1 })
  const logarithms = graph.node('LogSoftmax', [logits], logits.shape, { axis: 1 })
  const y = graph.node('Neg', [total(node('Mul', targets, logarithms))], shape)
  const gradient = (dy: Tensor) =>
    node('Mul', node('Sub', node('Mul', softmax(graph, logits), total(targets)), targets), dy)
  return graph.derive(y, [{ tensor: logits, gradient }])
}

/** Sigmoid cross entropy, element by element, of targets from 0 to 1, which have no gradient. */
export function binaryCrossEntropy(graph: Graph, logits: Tensor, targets: Tensor): Tensor {
  const node = (operator: string, ...inputs: Tensor[]) => graph.node(operator, inputs, logits.shape)
  // softplus(z) − t·z is the cross entropy without a logarithm of a rounded probability.
  const y = node('Sub', node('Softplus', logits), node('Mul', targets, logits))
  const gradient = (dy: Tensor) => node('Mul', node('Sub', node('Sigmoid', logits), targets), dy)
  return graph.derive(y, [{ tensor: logits, gradient }])
}
