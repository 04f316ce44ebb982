import type { Graph, Tensor } from '../graph/graph.ts'
import { sigmoid } from './arithmetic.ts'

/**
 * Elementwise sigmoid focal loss with soft targets: `(p − t)² · cross entropy(p, t)` with `p = sigmoid(logits)` and t from 0 to 1
 * (quality focal loss of https://arxiv.org/abs/2006.04388, β = 2). Targets have no gradient.
 */
export function focalLoss(graph: Graph, logits: Tensor, targets: Tensor): Tensor {
  const node = (operator: string, ...inputs: Tensor[]) => graph.node(operator, inputs, logits.shape)
  const p = sigmoid(graph, logits)
  const error = node('Sub', p, targets)
  const square = node('Mul', error, error)
  // softplus(z) − t·z avoids the logarithm of a rounded probability.
  const entropy = node('Sub', node('Softplus', logits), node('Mul', targets, logits))
  const loss = node('Mul', square, entropy)
  // d/dz: dp/dz = p (1 − p) and d entropy/dz = p − t.
  const gradient = (dy: Tensor) => {
    const slope = node('Mul', p, node('Sub', graph.scalar(1), p))
    const byFactor = node('Mul', node('Mul', graph.scalar(2), node('Mul', error, slope)), entropy)
    return node('Mul', dy, node('Add', byFactor, node('Mul', square, error)))
  }
  return graph.derive(loss, [{ tensor: logits, gradient }])
}
