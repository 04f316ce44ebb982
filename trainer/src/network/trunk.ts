import type { Graph, Tensor } from '../graph/graph.ts'
import { add } from '../operators/arithmetic.ts'
import { upsample } from '../operators/resize.ts'
import type { Layers } from './network.ts'
import type { Block } from './plan.ts'

/** The coarsest layer has a sixteenth of the input's size, so sizes are multiples of 16. */
export const sizeStep = 16

export function trunkBlocks(width: number) {
  const wide = 4 * width
  return {
    stem: { name: 'stem', inputs: 3, outputs: width, stride: 2 },
    edges: { name: 'edges', inputs: width, outputs: 2 * width, stride: 2 },
    parts: { name: 'parts', inputs: 2 * width, outputs: wide, stride: 2 },
    body: { name: 'body', inputs: wide, outputs: wide, stride: 1 },
    context: { name: 'context', inputs: wide, outputs: wide, stride: 2 },
    scene: { name: 'scene', inputs: wide, outputs: wide, stride: 1 },
  } satisfies Record<string, Block>
}

export function neckBlocks(width: number) {
  return {
    neck: { name: 'neck', inputs: 4 * width, outputs: 2 * width, stride: 1 },
    detail: { name: 'detail', inputs: 2 * width, outputs: 2 * width, stride: 1 },
  } satisfies Record<string, Block>
}

/** Features at 1/2, 1/4, 1/8 and 1/16 of the input's size. */
export interface Features {
  stem: Tensor
  fine: Tensor
  middle: Tensor
  coarse: Tensor
}

export function trunk(images: Tensor, width: number, layers: Layers): Features {
  const all = trunkBlocks(width)
  const apply = (x: Tensor, ...list: Block[]) => list.reduce((y, block) => layers.block(block, y), x)
  const stem = apply(images, all.stem)
  const fine = apply(stem, all.edges)
  const middle = apply(fine, all.parts, all.body)
  return { stem, fine, middle, coarse: apply(middle, all.context, all.scene) }
}

/** Merges each scale with the coarser ones; returns features at a quarter of the input's size. */
export function neck(graph: Graph, { fine, middle, coarse }: Features, width: number, layers: Layers): Tensor {
  const all = neckBlocks(width)
  const joined = layers.block(all.neck, add(graph, middle, upsample(graph, coarse)))
  return layers.block(all.detail, add(graph, fine, upsample(graph, joined)))
}
