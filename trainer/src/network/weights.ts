import { elements, type Graph, type Tensor } from '../graph/graph.ts'
import { reshape, slice } from '../operators/shape.ts'
import type { Plan } from './plan.ts'

export type Weights = (name: string) => Tensor

export function weightsOf(graph: Graph, flat: Tensor, { parameters }: Pick<Plan, 'parameters'>): Map<string, Tensor> {
  return new Map(
    parameters.map(({ name, shape: extents, offset }) => {
      const part = slice(graph, flat, 0, offset, offset + elements(extents))
      return [name, reshape(graph, part, extents)]
    }),
  )
}

export function finder(weights: ReadonlyMap<string, Tensor>): Weights {
  return (name) => {
    const weight = weights.get(name)
    if (!weight) throw new Error(`no parameter ${name}`)
    return weight
  }
}
