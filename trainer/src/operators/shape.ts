import { elements, shapeError, type Graph, type Tensor } from '../graph/graph.ts'

export function reshape(graph: Graph, x: Tensor, shape: readonly number[]): Tensor {
  if (elements(shape) !== elements(x.shape)) throw shapeError('reshape', x, { ...x, shape })
  const y = graph.node('Reshape', [x, graph.integers(shape)], shape)
  return graph.derive(y, [{ tensor: x, gradient: (dy) => reshape(graph, dy, x.shape) }])
}

/** Permutes axes: `order[i]` is the axis of `x` that becomes axis `i`. */
export function transpose(graph: Graph, x: Tensor, order: readonly number[]): Tensor {
  const shape = order.map((axis) => x.shape[axis]!)
  const y = graph.node('Transpose', [x], shape, { perm: order })
  const inverse = order.map((_, axis) => order.indexOf(axis))
  return graph.derive(y, [{ tensor: x, gradient: (dy) => transpose(graph, dy, inverse) }])
}

/** Part `from` (inclusive) to `to` (exclusive) of an axis. */
export function slice(graph: Graph, x: Tensor, axis: number, from: number, to: number): Tensor {
  const extent = x.shape[axis]!
  if (from < 0 || to > extent || from >= to) throw shapeError(`slice ${from} to ${to} of axis ${axis}`, x)
  const shape = x.shape.with(axis, to - from)
  const y = graph.node('Slice', [x, ...[from, to, axis].map((value) => graph.integers([value]))], shape)
  const around = (amount: number) => x.shape.map((_, i) => (i === axis ? amount : 0))
  const pads = graph.integers([...around(from), ...around(extent - to)])
  return graph.derive(y, [{ tensor: x, gradient: (dy) => graph.node('Pad', [dy, pads], x.shape) }])
}

export function concatenate(graph: Graph, parts: readonly Tensor[], axis: number): Tensor {
  const first = parts[0]!
  const shape = first.shape.with(
    axis,
    parts.reduce((sum, part) => sum + part.shape[axis]!, 0),
  )
  const y = graph.node('Concat', parts, shape, { axis })
  let offset = 0
  const pieces = parts.map((tensor) => {
    const from = offset
    offset += tensor.shape[axis]!
    return { tensor, gradient: (dy: Tensor) => slice(graph, dy, axis, from, from + tensor.shape[axis]!) }
  })
  return graph.derive(y, pieces)
}
