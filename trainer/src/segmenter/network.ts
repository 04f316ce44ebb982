import type { Network } from '../network/network.ts'
import { planOf, type Block } from '../network/plan.ts'
import { neck, neckBlocks, trunk, trunkBlocks } from '../network/trunk.ts'
import { add, multiply, sum } from '../operators/arithmetic.ts'
import { crossEntropy } from '../operators/cross-entropy.ts'
import { interpolate, upsample } from '../operators/resize.ts'

export interface SegmenterShape {
  inputSize: number
  width: number
  labelCount: number
}

/** Input pixels per cell in training. */
export const stride = 2

function rimBlocks(width: number) {
  return {
    outline: { name: 'outline', inputs: 2 * width, outputs: width, stride: 1 },
    rim: { name: 'rim', inputs: width, outputs: width, stride: 1 },
  } satisfies Record<string, Block>
}

/**
 * The detector's trunk and neck, and one step further up to half of the input's size, where a 1×1 convolution gives logits per
 * label and background; the output is interpolated to the input's size. Targets are `(images, labels + 1, rows, columns)`: a
 * cell's weight at its class. `share` is 1 / the sum of weights.
 */
export function segmenterNetwork({ inputSize, width, labelCount }: SegmenterShape): Network {
  const edge = inputSize / stride
  const rim = rimBlocks(width)
  const blocks = [trunkBlocks(width), neckBlocks(width), rim].flatMap((some) => Object.values<Block>(some))
  return {
    inputSize,
    width,
    plan: planOf(blocks, [{ name: 'class', inputs: width, outputs: labelCount + 1, bias: 0 }]),
    targets: (batch) => ({ targets: [batch, labelCount + 1, edge, edge], share: [] }),
    losses: [{ name: 'class', weight: 1 }],
    build(graph, images, layers) {
      const features = trunk(images, width, layers)
      const outline = layers.block(rim.outline, neck(graph, features, width, layers))
      const cells = layers.block(rim.rim, add(graph, features.stem, upsample(graph, outline)))
      const logits = layers.head('class', cells)
      return {
        output: () => interpolate(graph, logits),
        losses: ({ targets, share }) => [multiply(graph, sum(graph, crossEntropy(graph, logits, targets!)), share!)],
      }
    },
  }
}
