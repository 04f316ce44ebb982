import type { Graph, Tensor } from '../graph/graph.ts'
import type { Block, Plan } from './plan.ts'

/** Factory of layers: training, validation and inference graphs differ only in batch normalization. */
export interface Layers {
  block(block: Block, x: Tensor): Tensor
  /** A 1×1 convolution with bias. */
  head(name: string, x: Tensor): Tensor
}

export interface NetworkOutputs {
  /** The output of the finished model. */
  output(): Tensor
  /** The parts of the loss, each a scalar, in the order of `losses`. */
  losses(targets: Readonly<Record<string, Tensor>>): Tensor[]
}

/** A network as training, validation and export need it; `graphs.ts` makes the models of it. */
export interface Network {
  /** Edge of the square input in pixels, a multiple of `sizeStep`. */
  inputSize: number
  /** Channels of the first layer. */
  width: number
  plan: Plan
  /** Shapes of the target tensors by name. */
  targets(batch: number): Readonly<Record<string, readonly number[]>>
  /** The parts of the loss, and how they weigh in the sum that is minimised. */
  losses: readonly { name: string; weight: number }[]
  build(graph: Graph, images: Tensor, layers: Layers): NetworkOutputs
}

/** A trained network: its parameters and the statistics that its normalisations use. */
export interface Trained {
  parameters: Float32Array
  statistics: Float32Array
}
