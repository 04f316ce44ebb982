import type { Graph, Tensor } from '../graph/graph.ts'
import { add, silu } from '../operators/arithmetic.ts'
import { circularConvolution } from '../operators/circular-convolution.ts'
import { normalizeGroups } from '../operators/group-normalization.ts'
import { matrixProduct } from '../operators/matrix-product.ts'
import { pixelShuffle, pixelUnshuffle } from '../operators/pixel-shuffle.ts'
import { upsample } from '../operators/resize.ts'
import { concatenate, reshape, slice } from '../operators/shape.ts'
import type { Weights } from '../network/weights.ts'
import { groups, modulationsOf, stagesOf, type MaterialsShape, type Stage } from './layout.ts'

/** Pictures from −1 to 1, at time and condition of `signal`: a convolutional U-Net with circular padding for seamless tiles. */
export function velocity(graph: Graph, x: Tensor, signal: Tensor, weight: Weights, shape: MaterialsShape): Tensor {
  const stages = stagesOf(shape)
  const normalize = createNormalization(graph, signal, weight, shape)
  const convolve = (name: string, y: Tensor) => circularConvolution(graph, y, weight(`${name}.weight`))
  const block = (y: Tensor, name: string) => {
    const inner = convolve(`${name}.conv1`, silu(graph, normalize(`${name}.norm1`, y)))
    return add(graph, y, convolve(`${name}.conv2`, silu(graph, normalize(`${name}.norm2`, inner))))
  }
  const pass = ({ entry, blocks }: Stage, y: Tensor) =>
    blocks.reduce(block, entry === null ? y : convolve(entry.name, y))
  const join = (coarse: Tensor, fine: Tensor) => concatenate(graph, [upsample(graph, coarse), fine], 1)

  const fine = pass(stages['down.0']!, convolve('conv_in', pixelUnshuffle(graph, x)))
  const middle = pass(stages['down.1']!, pixelUnshuffle(graph, fine))
  const coarse = pass(stages['middle']!, pixelUnshuffle(graph, middle))
  const middleAgain = pass(stages['up.1']!, join(coarse, middle))
  const fineAgain = pass(stages['up.0']!, join(middleAgain, fine))
  return pixelShuffle(graph, convolve('conv_out', silu(graph, normalize('norm_out', fineAgain))))
}

function createNormalization(graph: Graph, signal: Tensor, weight: Weights, shape: MaterialsShape) {
  const images = signal.shape[0]!
  const linear = (name: string, x: Tensor) =>
    add(graph, matrixProduct(graph, x, weight(`${name}.weight`)), weight(`${name}.bias`))
  const embedding = silu(graph, linear('embedding', silu(graph, linear('signal', signal))))
  const modulation = linear('modulation', embedding)
  const modulations = modulationsOf(shape)
  return (name: string, x: Tensor): Tensor => {
    const { channels, offset } = modulations.get(name)!
    const part = (from: number) => {
      const values = slice(graph, modulation, 1, from, from + channels)
      return reshape(graph, values, [images, channels, 1, 1])
    }
    const scale = add(graph, part(offset), graph.scalar(1))
    return normalizeGroups(graph, x, groups, scale, part(offset + channels))
  }
}
