import type { Graph, Tensor } from '../graph/graph.ts'

export const beta1 = 0.9
export const beta2 = 0.999

export interface AdamW {
  parameters: Tensor
  gradient: Tensor
  moment1: Tensor
  moment2: Tensor
  /** Scalars that change per step; corrections are `1 − beta^step`. */
  learningRate: Tensor
  correction1: Tensor
  correction2: Tensor
  /** Weight decay per parameter, 0 for none. */
  decay: Tensor
  gradientNorm: number
}

/** A step of AdamW (https://arxiv.org/abs/1711.05101) over a flat parameter vector. */
export function adamw(graph: Graph, needs: AdamW): { parameters: Tensor; moment1: Tensor; moment2: Tensor } {
  const { parameters, learningRate, correction1, correction2, decay } = needs
  const shape = parameters.shape
  const node = (operator: string, ...inputs: Tensor[]) => graph.node(operator, inputs, shape)
  const blend = (old: Tensor, beta: number, fresh: Tensor) =>
    node('Add', node('Mul', old, graph.scalar(beta)), node('Mul', fresh, graph.scalar(1 - beta)))

  const norm = graph.node('ReduceL2', [needs.gradient], [], { keepdims: 0 })
  const limit = graph.scalar(needs.gradientNorm)
  const shorten = graph.node('Div', [limit, graph.node('Max', [norm, limit], [])], [])
  const gradient = node('Mul', needs.gradient, shorten)
  const moment1 = blend(needs.moment1, beta1, gradient)
  const moment2 = blend(needs.moment2, beta2, node('Mul', gradient, gradient))
  const root = node('Sqrt', node('Div', moment2, correction2))
  const direction = node('Div', node('Div', moment1, correction1), node('Add', root, graph.scalar(1e-8)))
  const change = node('Add', direction, node('Mul', parameters, decay))
  return { parameters: node('Sub', parameters, node('Mul', change, learningRate)), moment1, moment2 }
}
