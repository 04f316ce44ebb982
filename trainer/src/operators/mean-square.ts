import { elements, shapeError, type Graph, type Tensor } from '../graph/graph.ts'
import { multiply, subtract, sum } from './arithmetic.ts'

/** Mean of squared differences: the loss of flow matching, whose target is the straight path from noise to image. */
export function meanSquare(graph: Graph, a: Tensor, b: Tensor): Tensor {
  if (a.shape.join() !== b.shape.join()) throw shapeError('mean square', a, b)
  const difference = subtract(graph, a, b)
  const total = sum(graph, multiply(graph, difference, difference))
  return multiply(graph, total, graph.scalar(1 / elements(a.shape)))
}
