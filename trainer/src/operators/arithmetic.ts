import { shapeError, type Graph, type Tensor } from '../graph/graph.ts'
import { reshape } from './shape.ts'

/** Broadcast shape as in NumPy: axes aligned at the end, extents of 1 repeated. */
export function broadcast(a: Tensor, b: Tensor): number[] {
  const rank = Math.max(a.shape.length, b.shape.length)
  return Array.from({ length: rank }, (_, i) => {
    const left = a.shape[a.shape.length - rank + i] ?? 1
    const right = b.shape[b.shape.length - rank + i] ?? 1
    if (left !== right && left !== 1 && right !== 1) throw shapeError('broadcast', a, b)
    return Math.max(left, right)
  })
}

/** Sums a gradient over broadcast axes. */
function unbroadcast(graph: Graph, gradient: Tensor, shape: readonly number[]): Tensor {
  const missing = gradient.shape.length - shape.length
  const axes = gradient.shape.flatMap((extent, i) => (extent !== (i < missing ? 0 : shape[i - missing]) ? [i] : []))
  if (axes.length === 0) return gradient
  const reducedShape = gradient.shape.map((extent, i) => (axes.includes(i) ? 1 : extent))
  const sum = graph.node('ReduceSum', [gradient, graph.integers(axes)], reducedShape, { keepdims: 1 })
  return missing === 0 ? sum : reshape(graph, sum, shape)
}

type Partial = (dy: Tensor, y: Tensor) => Tensor

function binary(graph: Graph, operator: string, a: Tensor, b: Tensor, toA: Partial, toB: Partial): Tensor {
  const y = graph.node(operator, [a, b], broadcast(a, b))
  return graph.derive(y, [
    { tensor: a, gradient: (dy) => unbroadcast(graph, toA(dy, y), a.shape) },
    { tensor: b, gradient: (dy) => unbroadcast(graph, toB(dy, y), b.shape) },
  ])
}

export function add(graph: Graph, a: Tensor, b: Tensor): Tensor {
  return binary(
    graph,
    'Add',
    a,
    b,
    (dy) => dy,
    (dy) => dy,
  )
}

export function subtract(graph: Graph, a: Tensor, b: Tensor): Tensor {
  return binary(
    graph,
    'Sub',
    a,
    b,
    (dy) => dy,
    (dy) => negate(graph, dy),
  )
}

export function multiply(graph: Graph, a: Tensor, b: Tensor): Tensor {
  return binary(
    graph,
    'Mul',
    a,
    b,
    (dy) => multiply(graph, dy, b),
    (dy) => multiply(graph, dy, a),
  )
}

export function divide(graph: Graph, a: Tensor, b: Tensor): Tensor {
  return binary(
    graph,
    'Div',
    a,
    b,
    (dy) => divide(graph, dy, b),
    (dy, y) => negate(graph, divide(graph, multiply(graph, dy, y), b)),
  )
}

/** 1 where `a < b`, else 0. Has no gradient. */
export function less(graph: Graph, a: Tensor, b: Tensor): Tensor {
  const shape = broadcast(a, b)
  const mask = graph.node('Less', [a, b], shape, {}, 'bool')
  return graph.node('Cast', [mask], shape, { to: 1 })
}

/** The gradient goes to the smaller input, to `b` on ties. */
export function minimum(graph: Graph, a: Tensor, b: Tensor): Tensor {
  const chooses = less(graph, a, b)
  const rest = graph.node('Sub', [graph.scalar(1), chooses], chooses.shape)
  return binary(
    graph,
    'Min',
    a,
    b,
    (dy) => multiply(graph, dy, chooses),
    (dy) => multiply(graph, dy, rest),
  )
}

/** The gradient goes to the greater input, to `b` on ties. */
export function maximum(graph: Graph, a: Tensor, b: Tensor): Tensor {
  const chooses = less(graph, b, a)
  const rest = graph.node('Sub', [graph.scalar(1), chooses], chooses.shape)
  return binary(
    graph,
    'Max',
    a,
    b,
    (dy) => multiply(graph, dy, chooses),
    (dy) => multiply(graph, dy, rest),
  )
}

function unary(graph: Graph, operator: string, x: Tensor, toX: Partial): Tensor {
  const y = graph.node(operator, [x], x.shape)
  return graph.derive(y, [{ tensor: x, gradient: (dy) => toX(dy, y) }])
}

export function negate(graph: Graph, x: Tensor): Tensor {
  return unary(graph, 'Neg', x, (dy) => negate(graph, dy))
}

export function exponential(graph: Graph, x: Tensor): Tensor {
  return unary(graph, 'Exp', x, (dy, y) => multiply(graph, dy, y))
}

/** The gradient at 0 is 0. */
export function absolute(graph: Graph, x: Tensor): Tensor {
  return unary(graph, 'Abs', x, (dy) => multiply(graph, dy, graph.node('Sign', [x], x.shape)))
}

export function sigmoid(graph: Graph, x: Tensor): Tensor {
  return unary(graph, 'Sigmoid', x, (dy, y) => {
    const rest = graph.node('Sub', [graph.scalar(1), y], y.shape)
    return multiply(graph, dy, multiply(graph, y, rest))
  })
}

/** `x · sigmoid(x)`. */
export function silu(graph: Graph, x: Tensor): Tensor {
  const share = graph.node('Sigmoid', [x], x.shape)
  const y = graph.node('Mul', [x, share], x.shape)
  const gradient = (dy: Tensor) => {
    const rest = graph.node('Sub', [y, graph.node('Mul', [y, share], y.shape)], y.shape)
    return multiply(graph, dy, graph.node('Add', [share, rest], y.shape))
  }
  return graph.derive(y, [{ tensor: x, gradient }])
}

/** The gradient at 0 is 0. */
export function relu(graph: Graph, x: Tensor): Tensor {
  return unary(graph, 'Relu', x, (dy, y) => {
    const passes = graph.node('Greater', [y, graph.scalar(0)], y.shape, {}, 'bool')
    return graph.node('Where', [passes, dy, graph.scalar(0)], y.shape)
  })
}

export function sum(graph: Graph, x: Tensor): Tensor {
  const y = graph.node('ReduceSum', [x], [], { keepdims: 0 })
  return graph.derive(y, [
    { tensor: x, gradient: (dy) => graph.node('Expand', [dy, graph.integers(x.shape)], x.shape) },
  ])
}
