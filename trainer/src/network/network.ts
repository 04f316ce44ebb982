import type { Graph, Tensor } from '../graph/graph.ts'
import type { Block, Plan } from './plan.ts'

/** Factory of layers: training, validation and inference graphs differ only in batch normalization. */
export interface Layers {
  block(block: Block, x: Tensor): Tensor
  head(name: string, x: Tensor): Tensor
}

export interface NetworkOutputs {
  output(): Tensor
  losses(targets: Readonly<Record<string, Tensor>>): Tensor[]
}

/** A network for training, validation and export; `graphs.ts` builds its models. */
export interface Network {
  /** Edge of the square input in pixels, a multiple of `sizeStep`. */
  inputSize: number
  width: number
  plan: Plan
  targets(batch: number): Readonly<Record<string, readonly number[]>>
  losses: readonly { name: string; weight: number }[]
  build(graph: Graph, images: Tensor, layers: Layers): NetworkOutputs
}

export interface Trained {
  parameters: Float32Array
  statistics: Float32Array
}
