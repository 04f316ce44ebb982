import type { Graph, Tensor } from '../graph/graph.ts'
import type { Layers, Network } from '../network/network.ts'
import { planOf } from '../network/plan.ts'
import { neck, neckBlocks, trunk, trunkBlocks } from '../network/trunk.ts'
import { add, exponential, minimum, multiply, sigmoid } from '../operators/arithmetic.ts'
import { concatenate, slice } from '../operators/shape.ts'
import { type Cells, detectionLosses, lossWeights } from './loss.ts'

export interface DetectorShape {
  inputSize: number
  width: number
  labelCount: number
}

/** Input pixels per cell of the output grid. */
export const stride = 4

/** Initial background bias: object probability of 1 %. */
const backgroundLogit = -Math.log(99)

/** Two 1×1 convolutions predict boxes and labels per cell of the stride-4 grid. */
export function detectorNetwork(shape: DetectorShape): Network {
  const { inputSize, width, labelCount } = shape
  const edge = inputSize / stride
  const heads = [
    { name: 'box', inputs: 2 * width, outputs: 4, bias: 0 },
    { name: 'label', inputs: 2 * width, outputs: labelCount, bias: backgroundLogit },
  ]
  return {
    inputSize,
    width,
    plan: planOf([...Object.values(trunkBlocks(width)), ...Object.values(neckBlocks(width))], heads),
    targets: (batch) => ({ targets: [batch, labelCount + 5, edge, edge], objects: [] }),
    losses: [
      { name: 'box', weight: lossWeights.box },
      { name: 'label', weight: lossWeights.label },
      { name: 'distance', weight: lossWeights.distance },
    ],
    build(graph, images, layers) {
      const cells = cellsOf(graph, images, width, layers)
      return {
        output: () => decodedOutput(graph, cells, shape),
        losses({ targets, objects }) {
          const { box, label, distance } = detectionLosses(graph, cells, targets!, objects!)
          return [box, label, distance]
        },
      }
    },
  }
}

function cellsOf(graph: Graph, images: Tensor, width: number, layers: Layers): Cells {
  const cells = neck(graph, trunk(images, width, layers), width, layers)
  return { box: limitSize(graph, layers.head('box', cells)), logits: layers.head('label', cells) }
}

/** Clamps sizes at e^7 cells, beyond any image, against overflow of the exponential. */
function limitSize(graph: Graph, box: Tensor): Tensor {
  const offsets = slice(graph, box, 1, 0, 2)
  const sizes = minimum(graph, slice(graph, box, 1, 2, 4), graph.scalar(7))
  return concatenate(graph, [offsets, sizes], 1)
}

/**
 * The output is as that of Ultralytics: `(images, 4 + labels, cells)` with center, width and height in input pixels and a
 * probability per label.
 */
function decodedOutput(graph: Graph, { box, logits }: Cells, shape: DetectorShape): Tensor {
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
