import type { Graph, Tensor } from '../graph/graph.ts'
import {
  absolute,
  add,
  divide,
  exponential,
  maximum,
  minimum,
  multiply,
  relu,
  subtract,
  sum,
} from '../operators/arithmetic.ts'
import { focalLoss } from '../operators/focal-loss.ts'
import { slice } from '../operators/shape.ts'

export interface Cells {
  /** Center offset x, y and logarithm of width, height in cells: four channels. */
  box: Tensor
  logits: Tensor
}

export interface Losses {
  box: Tensor
  label: Tensor
  distance: Tensor
}

export const lossWeights = { box: 2, label: 1, distance: 0.5 } as const

/** Targets `(images, labels + 5, rows, columns)`: probabilities, box, box weight (about 1 per object). `objects`: 1 / count. */
export function detectionLosses(graph: Graph, { box, logits }: Cells, targets: Tensor, objects: Tensor): Losses {
  const labelCount = logits.shape[1]!
  const targetBoxes = slice(graph, targets, 1, labelCount, labelCount + 4)
  const counts = slice(graph, targets, 1, labelCount + 4, labelCount + 5)
  const perObject = (x: Tensor) => multiply(graph, sum(graph, x), objects)
  const distance = multiply(graph, absolute(graph, subtract(graph, box, targetBoxes)), counts)
  const apart = subtract(graph, graph.scalar(1), generalizedOverlap(graph, box, targetBoxes))
  return {
    box: perObject(multiply(graph, apart, counts)),
    label: perObject(focalLoss(graph, logits, slice(graph, targets, 1, 0, labelCount))),
    distance: perObject(distance),
  }
}

interface Corners {
  left: Tensor
  top: Tensor
  right: Tensor
  bottom: Tensor
  area: Tensor
}

function corners(graph: Graph, box: Tensor): Corners {
  const [x, y, logWidth, logHeight] = [0, 1, 2, 3].map((channel) => slice(graph, box, 1, channel, channel + 1))
  const width = exponential(graph, logWidth!)
  const height = exponential(graph, logHeight!)
  const half = graph.scalar(0.5)
  const halfWidth = multiply(graph, width, half)
  const halfHeight = multiply(graph, height, half)
  return {
    left: subtract(graph, x!, halfWidth),
    right: add(graph, x!, halfWidth),
    top: subtract(graph, y!, halfHeight),
    bottom: add(graph, y!, halfHeight),
    area: multiply(graph, width, height),
  }
}

/** Generalized IoU of two box maps (https://arxiv.org/abs/1902.09630), −1 to 1 per cell. */
function generalizedOverlap(graph: Graph, a: Tensor, b: Tensor): Tensor {
  const one = corners(graph, a)
  const two = corners(graph, b)
  const span = (from: typeof minimum, to: typeof minimum, near: 'left' | 'top', far: 'right' | 'bottom') =>
    subtract(graph, from(graph, one[far], two[far]), to(graph, one[near], two[near]))
  const sharedWidth = relu(graph, span(minimum, maximum, 'left', 'right'))
  const sharedHeight = relu(graph, span(minimum, maximum, 'top', 'bottom'))
  const shared = multiply(graph, sharedWidth, sharedHeight)
  const union = subtract(graph, add(graph, one.area, two.area), shared)
  const hull = multiply(graph, span(maximum, minimum, 'left', 'right'), span(maximum, minimum, 'top', 'bottom'))
  const empty = divide(graph, subtract(graph, hull, union), hull)
  return subtract(graph, divide(graph, shared, union), empty)
}
