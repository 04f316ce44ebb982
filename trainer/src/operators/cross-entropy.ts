import type { Graph, Tensor } from '../graph/graph.ts'

/** Softmax along the second axis. Has no gradient. */
export function softmax(graph: Graph, logits: Tensor): Tensor {
  return graph.node('Softmax', [logits], logits.shape, { axis: 1 })
}

/** Along the second axis, kept with extent 1: `−Σ t · log p`; weights are the targets' sums. Targets have no gradient. */
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

/** Elementwise sigmoid cross entropy with targets from 0 to 1, which have no gradient. */
export function binaryCrossEntropy(graph: Graph, logits: Tensor, targets: Tensor): Tensor {
  const node = (operator: string, ...inputs: Tensor[]) => graph.node(operator, inputs, logits.shape)
  const y = node('Sub', node('Softplus', logits), node('Mul', targets, logits))
  const gradient = (dy: Tensor) => node('Mul', node('Sub', node('Sigmoid', logits), targets), dy)
  return graph.derive(y, [{ tensor: logits, gradient }])
}
