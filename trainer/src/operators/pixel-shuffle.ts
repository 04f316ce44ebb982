import type { Graph, Tensor } from '../graph/graph.ts'

/** Moves each 2 × 2 block of pixels into channels: half the size, four times the channels. */
export function pixelUnshuffle(graph: Graph, x: Tensor): Tensor {
  const [images, channels, height, width] = x.shape as [number, number, number, number]
  const y = graph.node('SpaceToDepth', [x], [images, channels * 4, height / 2, width / 2], { blocksize: 2 })
  return graph.derive(y, [{ tensor: x, gradient: (dy) => pixelShuffle(graph, dy) }])
}

export function pixelShuffle(graph: Graph, x: Tensor): Tensor {
  const [images, channels, height, width] = x.shape as [number, number, number, number]
  const shape = [images, channels / 4, height * 2, width * 2]
  const y = graph.node('DepthToSpace', [x], shape, { blocksize: 2, mode: 'DCR' })
  return graph.derive(y, [{ tensor: x, gradient: (dy) => pixelUnshuffle(graph, dy) }])
}
