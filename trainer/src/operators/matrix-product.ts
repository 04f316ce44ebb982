import { shapeError, type Graph, type Tensor } from '../graph/graph.ts'
import { transpose } from './shape.ts'

export function matrixProduct(graph: Graph, a: Tensor, b: Tensor): Tensor {
  const [rows, inner] = a.shape as [number, number]
  if (a.shape.length !== 2 || b.shape.length !== 2 || b.shape[0] !== inner) throw shapeError('matrix product', a, b)
  const y = graph.node('MatMul', [a, b], [rows, b.shape[1]!])
  return graph.derive(y, [
    { tensor: a, gradient: (dy) => matrixProduct(graph, dy, transpose(graph, b, [1, 0])) },
    { tensor: b, gradient: (dy) => matrixProduct(graph, transpose(graph, a, [1, 0]), dy) },
  ])
}
