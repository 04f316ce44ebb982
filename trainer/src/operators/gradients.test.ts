import { describe, expect, test } from 'vitest'
import { gradients } from '../graph/gradient.ts'
import { createGraph, elements, type Graph, type Tensor } from '../graph/graph.ts'
import { encodeModel } from '../onnx/model-file.ts'
import { randomAt } from '../random.ts'
import { createRunner } from '../runtime.ts'
import * as arithmetic from './arithmetic.ts'
import * as circularConvolution from './circular-convolution.ts'
import * as crossEntropy from './cross-entropy.ts'
import * as convolution from './convolution.ts'
import * as focalLoss from './focal-loss.ts'
import * as groupNormalization from './group-normalization.ts'
import * as matrixProduct from './matrix-product.ts'
import * as meanSquare from './mean-square.ts'
import * as pixelShuffle from './pixel-shuffle.ts'
import * as pooling from './pooling.ts'
import * as normalization from './normalization.ts'
import * as resize from './resize.ts'
import * as shape from './shape.ts'

const differentiable = {
  ...arithmetic,
  ...circularConvolution,
  ...convolution,
  ...crossEntropy,
  ...focalLoss,
  ...groupNormalization,
  ...matrixProduct,
  ...meanSquare,
  ...normalization,
  ...pixelShuffle,
  ...pooling,
  ...resize,
  ...shape,
}
type Without = 'broadcast' | 'less' | 'normalizeBy' | 'epsilon' | 'interpolate' | 'softmax'

interface Case {
  shapes: number[][]
  build: (graph: Graph, inputs: Tensor[]) => Tensor
  /** Minimum distance of inputs from 0, for functions with a kink there. */
  gap?: number
}

const image = [2, 3, 4, 6]
/** Every differentiable operator has a case; a missing one does not compile. */
const cases: Record<Exclude<keyof typeof differentiable, Without>, Record<string, Case>> = {
  add: { 'repeats a vector': { shapes: [image, [3, 1, 1]], build: (g, [a, b]) => differentiable.add(g, a!, b!) } },
  subtract: { 'repeats a scalar': { shapes: [image, []], build: (g, [a, b]) => differentiable.subtract(g, a!, b!) } },
  multiply: {
    'repeats the left one': { shapes: [[1, 3, 1, 1], image], build: (g, [a, b]) => differentiable.multiply(g, a!, b!) },
    'written twice': {
      shapes: [[5]],
      build: (g, [a]) => differentiable.add(g, differentiable.multiply(g, a!, a!), differentiable.multiply(g, a!, a!)),
    },
    'of itself': { shapes: [[5]], build: (g, [a]) => differentiable.multiply(g, a!, a!) },
  },
  divide: { plain: { shapes: [[4, 5], [5]], gap: 0.5, build: (g, [a, b]) => differentiable.divide(g, a!, b!) } },
  minimum: { plain: { shapes: [[40], [40]], build: (g, [a, b]) => differentiable.minimum(g, a!, b!) } },
  maximum: { plain: { shapes: [[40], [40]], build: (g, [a, b]) => differentiable.maximum(g, a!, b!) } },
  negate: { plain: { shapes: [[7]], build: (g, [a]) => differentiable.negate(g, a!) } },
  exponential: { plain: { shapes: [[7]], build: (g, [a]) => differentiable.exponential(g, a!) } },
  absolute: { plain: { shapes: [[40]], gap: 0.1, build: (g, [a]) => differentiable.absolute(g, a!) } },
  sigmoid: { plain: { shapes: [[7]], build: (g, [a]) => differentiable.sigmoid(g, a!) } },
  relu: { plain: { shapes: [[40]], gap: 0.1, build: (g, [a]) => differentiable.relu(g, a!) } },
  silu: { plain: { shapes: [[40]], build: (g, [a]) => differentiable.silu(g, a!) } },
  sum: { plain: { shapes: [[2, 3]], build: (g, [a]) => differentiable.sum(g, a!) } },
  reshape: { plain: { shapes: [[2, 6]], build: (g, [a]) => differentiable.reshape(g, a!, [3, 4]) } },
  transpose: { 'three axes': { shapes: [[2, 3, 4]], build: (g, [a]) => differentiable.transpose(g, a!, [2, 0, 1]) } },
  slice: {
    middle: { shapes: [[2, 5, 2]], build: (g, [a]) => differentiable.slice(g, a!, 1, 1, 3) },
    overlapping: {
      shapes: [[6]],
      build: (g, [a]) =>
        differentiable.multiply(g, differentiable.slice(g, a!, 0, 0, 4), differentiable.slice(g, a!, 0, 2, 6)),
    },
  },
  concatenate: {
    'three parts': {
      shapes: [
        [2, 1],
        [2, 3],
        [2, 2],
      ],
      build: (g, parts) => differentiable.concatenate(g, parts, 1),
    },
  },
  meanOfPixels: { plain: { shapes: [image], build: (g, [a]) => differentiable.meanOfPixels(g, a!) } },
  greatestPixel: {
    // Distinct values, because the maximum has a kink at ties.
    plain: {
      shapes: [image],
      build(g, [a]) {
        const apart = Float32Array.from({ length: 2 * 3 * 4 * 6 }, (_, i) => (i * 7) % 24)
        return differentiable.greatestPixel(g, differentiable.add(g, a!, g.constant(apart, image)))
      },
    },
  },
  crossEntropy: {
    'of pixels, some weighing nothing': {
      shapes: [image],
      build(g, [a]) {
        const targets = Float32Array.from({ length: 2 * 3 * 4 * 6 }, (_, i) => (i % 5 === 0 ? 0.25 * (i % 4) : 0))
        return differentiable.crossEntropy(g, a!, g.constant(targets, image))
      },
    },
  },
  binaryCrossEntropy: {
    plain: {
      shapes: [[4, 5]],
      build(g, [a]) {
        const targets = Float32Array.from({ length: 20 }, (_, i) => i % 2)
        return differentiable.binaryCrossEntropy(g, a!, g.constant(targets, [4, 5]))
      },
    },
  },
  upsample: { plain: { shapes: [image], build: (g, [a]) => differentiable.upsample(g, a!) } },
  convolution: {
    '3×3': {
      shapes: [image, [5, 3, 3, 3]],
      build: (g, [x, w]) => differentiable.convolution(g, x!, w!, { stride: 1 }),
    },
    '3×3 with stride': {
      shapes: [image, [5, 3, 3, 3]],
      build: (g, [x, w]) => differentiable.convolution(g, x!, w!, { stride: 2 }),
    },
    '1×1': {
      shapes: [image, [5, 3, 1, 1]],
      build: (g, [x, w]) => differentiable.convolution(g, x!, w!, { stride: 1 }),
    },
  },
  circularConvolution: {
    '3×3': {
      shapes: [image, [5, 3, 3, 3]],
      build: (g, [x, w]) => differentiable.circularConvolution(g, x!, w!),
    },
    '1×1': {
      shapes: [image, [5, 3, 1, 1]],
      build: (g, [x, w]) => differentiable.circularConvolution(g, x!, w!),
    },
  },
  normalizeGroups: {
    'with a scale and a shift of each image': {
      shapes: [
        [2, 4, 3, 4],
        [2, 4, 1, 1],
        [2, 4, 1, 1],
      ],
      build: (g, [x, a, b]) => differentiable.normalizeGroups(g, x!, 2, a!, b!),
    },
  },
  pixelUnshuffle: { plain: { shapes: [image], build: (g, [a]) => differentiable.pixelUnshuffle(g, a!) } },
  pixelShuffle: { plain: { shapes: [[2, 8, 2, 3]], build: (g, [a]) => differentiable.pixelShuffle(g, a!) } },
  matrixProduct: {
    plain: {
      shapes: [
        [3, 4],
        [4, 2],
      ],
      build: (g, [a, b]) => differentiable.matrixProduct(g, a!, b!),
    },
  },
  meanSquare: {
    plain: {
      shapes: [
        [4, 5],
        [4, 5],
      ],
      build: (g, [a, b]) => differentiable.meanSquare(g, a!, b!),
    },
  },
  normalizeBatch: {
    plain: { shapes: [image, [3], [3]], build: (g, [x, a, b]) => differentiable.normalizeBatch(g, x!, a!, b!).y },
  },
  focalLoss: {
    'targets from 0 to 1': {
      shapes: [[5]],
      build: (g, [z]) => differentiable.focalLoss(g, z!, g.constant(Float32Array.of(0, 0.3, 1, 0.7, 0), [5])),
    },
  },
}

function sample(seed: number, shape: readonly number[], gap: number): Float32Array {
  const random = randomAt(seed)
  return Float32Array.from({ length: elements(shape) }, () => {
    const value = random.normal()
    return value + Math.sign(value) * gap
  })
}

/** Against central differences; random weights make each gradient element differ, which reveals transposed or shifted ones. */
async function worstError({ shapes, build, gap = 0 }: Case): Promise<number> {
  const graph = createGraph()
  const inputs = shapes.map((shape, i) => graph.input(`input${i}`, shape))
  const y = build(graph, inputs)
  const scalar = arithmetic.sum(graph, arithmetic.multiply(graph, y, graph.constant(sample(99, y.shape, 0), y.shape)))
  const gradientTensors = gradients(graph, scalar, inputs)
  const outputs = { scalar, ...Object.fromEntries(gradientTensors.map((tensor, i) => [`gradient${i}`, tensor])) }
  const runner = await createRunner(encodeModel(graph, outputs), 1)
  const values = shapes.map((shape, i) => sample(i + 1, shape, gap))
  const feed = () => Object.fromEntries(shapes.map((shape, i) => [`input${i}`, { values: values[i]!, shape }]))
  const exact = await runner.run(feed())
  const step = 0.01
  const at = async (list: Float32Array, index: number, value: number) => {
    list[index] = value
    return (await runner.run(feed()))['scalar']![0]!
  }
  let worst = 0
  for (const [i, list] of values.entries()) {
    for (const [index, value] of list.entries()) {
      const slope = ((await at(list, index, value + step)) - (await at(list, index, value - step))) / (2 * step)
      list[index] = value
      worst = Math.max(worst, Math.abs(exact[`gradient${i}`]![index]! - slope) / (1 + Math.abs(slope)))
    }
  }
  await runner.release()
  return worst
}

for (const [operator, list] of Object.entries(cases)) {
  describe(`the gradient of ${operator} agrees with finite differences`, () => {
    // Single precision: sums hold about six digits, differences four.
    test.each(Object.entries(list))('%s', async (_, one) => expect(await worstError(one)).toBeLessThan(0.003))
  })
}
