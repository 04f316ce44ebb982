import type { Graph, Tensor } from '../graph/graph.ts'
import { add, exponential, minimum, multiply, sigmoid } from '../operators/arithmetic.ts'
import { upsample } from '../operators/resize.ts'
import { concatenate, slice } from '../operators/shape.ts'
import { blocks, stride, type Block, type DetectorShape } from './plan.ts'

/** How a graph makes the layers: training, validation and inference differ in their batch normalisation alone. */
export interface Layers {
  block(block: Block, x: Tensor): Tensor
  /** A 1×1 convolution with bias. */
  head(name: 'box' | 'label', x: Tensor): Tensor
}

/** What the network says about each cell of the stride-4 grid, `(images, …, rows, columns)`. */
export interface Cells {
  /** Centre offset x, y and logarithm of width, height, all in cells: four channels. */
  box: Tensor
  /** One logit a label. */
  logits: Tensor
}

/**
 * The network: strided blocks lead down to features at an eighth and a sixteenth of the input; on the way up again each
 * is joined with what is coarser, and two 1×1 convolutions read boxes and labels off each cell of the stride-4 grid.
 */
export function detector(graph: Graph, images: Tensor, shape: DetectorShape, layers: Layers): Cells {
  const all = blocks(shape)
  const apply = (x: Tensor, ...list: Block[]) => list.reduce((y, block) => layers.block(block, y), x)
  const fine = apply(images, all.stem, all.edges)
  const middle = apply(fine, all.parts, all.body)
  const coarse = apply(middle, all.context, all.scene)
  const joined = apply(add(graph, middle, upsample(graph, coarse)), all.neck)
  const cells = apply(add(graph, fine, upsample(graph, joined)), all.detail)
  return { box: limitSize(graph, layers.head('box', cells)), logits: layers.head('label', cells) }
}

/** e^7 cells are more than any image; an exponential beyond that would only overflow. */
function limitSize(graph: Graph, box: Tensor): Tensor {
  const offsets = slice(graph, box, 1, 0, 2)
  const sizes = minimum(graph, slice(graph, box, 1, 2, 4), graph.scalar(7))
  return concatenate(graph, [offsets, sizes], 1)
}

/**
 * The primary output, as Ultralytics' detectors give it: `(images, 4 + labels, cells)` with centre x, centre y,
 * width and height in input pixels and a probability per label.
 */
export function decodedOutput(graph: Graph, { box, logits }: Cells, shape: DetectorShape): Tensor {
  const edge = shape.inputSize / stride
  const grid = Float32Array.from({ length: 2 * edge * edge }, (_, i) => {
    const cell = i % (edge * edge)
    return (i < edge * edge ? cell % edge : Math.floor(cell / edge)) + 0.5
  })
  const centres = add(graph, slice(graph, box, 1, 0, 2), graph.constant(grid, [1, 2, edge, edge]))
  const sizes = exponential(graph, slice(graph, box, 1, 2, 4))
  const pixels = multiply(graph, concatenate(graph, [centres, sizes], 1), graph.scalar(stride))
  const all = concatenate(graph, [pixels, sigmoid(graph, logits)], 1)
  const flat = [all.shape[0]!, all.shape[1]!, edge * edge]
  return graph.node('Reshape', [all, graph.integers(flat)], flat)
}
