import type { Network } from '../network/network.ts'
import { planOf } from '../network/plan.ts'
import { trunk, trunkBlocks } from '../network/trunk.ts'
import { multiply, sigmoid, sum } from '../operators/arithmetic.ts'
import { binaryCrossEntropy, crossEntropy, softmax } from '../operators/cross-entropy.ts'
import { greatestPixel, meanOfPixels } from '../operators/pooling.ts'
import { concatenate, reshape } from '../operators/shape.ts'

export interface ClassifierShape {
  inputSize: number
  width: number
  labelCount: number
  multiple: boolean
}

/** Targets `(images, labels)`: target probability per label; `share` weighs a row, and is 1 / the number of images. */
export function classifierNetwork({ inputSize, width, labelCount, multiple }: ClassifierShape): Network {
  const head = { name: 'class', inputs: 8 * width, outputs: labelCount, bias: 0 }
  return {
    inputSize,
    width,
    plan: planOf(Object.values(trunkBlocks(width)), [head]),
    targets: (batch) => ({ targets: [batch, labelCount], share: [batch, 1] }),
    losses: [{ name: 'class', weight: 1 }],
    build(graph, images, layers) {
      const { coarse } = trunk(images, width, layers)
      const pooled = concatenate(graph, [meanOfPixels(graph, coarse), greatestPixel(graph, coarse)], 1)
      const logits = reshape(graph, layers.head('class', pooled), [images.shape[0]!, labelCount])
      return {
        output: () => (multiple ? sigmoid(graph, logits) : softmax(graph, logits)),
        losses({ targets, share }) {
          const entropy = (multiple ? binaryCrossEntropy : crossEntropy)(graph, logits, targets!)
          return [sum(graph, multiply(graph, entropy, share!))]
        },
      }
    },
  }
}
