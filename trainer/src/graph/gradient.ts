import type { Graph, Tensor } from './graph.ts'

/** Reverse mode: one expression per tensor of `parameters`. Each derivation that depends on one is visited once, latest first. */
export function gradients(graph: Graph, scalar: Tensor, parameters: readonly Tensor[]): Tensor[] {
  if (scalar.shape.length !== 0) throw new Error('the gradient of a scalar only')
  const derivations = [...graph.derivations]
  const reachable = new Set(parameters)
  for (const { output, inputs } of derivations) {
    if (inputs.some(({ tensor }) => reachable.has(tensor))) reachable.add(output)
  }
  const gradientOf = new Map<Tensor, Tensor>([[scalar, graph.scalar(1)]])
  for (const { output, inputs } of derivations.toReversed()) {
    const gradient = gradientOf.get(output)
    if (!gradient) continue
    for (const input of inputs) {
      if (!reachable.has(input.tensor)) continue
      const part = input.gradient(gradient)
      const sum = gradientOf.get(input.tensor)
      gradientOf.set(input.tensor, sum ? graph.node('Add', [sum, part], part.shape) : part)
    }
  }
  return parameters.map((parameter) => {
    const gradient = gradientOf.get(parameter)
    if (!gradient) throw new Error(`${parameter.name} has no part in the scalar`)
    return gradient
  })
}
