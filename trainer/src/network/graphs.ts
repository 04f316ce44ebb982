import { createGraph, elements, type Graph, type Tensor } from '../graph/graph.ts'
import { encodeModel } from '../onnx/model-file.ts'
import { add, multiply, relu } from '../operators/arithmetic.ts'
import { convolution } from '../operators/convolution.ts'
import { epsilon, normalizeBatch, normalizeBy, type Statistics } from '../operators/normalization.ts'
import { concatenate, reshape, slice } from '../operators/shape.ts'
import type { Layers, Network, Trained } from './network.ts'
import { parameterCount, statisticsCount, type Plan } from './plan.ts'
import { updateStep } from './update.ts'
import { finder, weightsOf, type Weights } from './weights.ts'

const weightDecay = 0.05
const gradientNorm = 10

function headOf(graph: Graph, weight: Weights): Layers['head'] {
  return (name, x) => {
    const bias = weight(`${name}.bias`)
    const product = convolution(graph, x, weight(`${name}.weight`), { stride: 1 })
    return add(graph, product, reshape(graph, bias, [1, bias.shape[0]!, 1, 1]))
  }
}

function batchInputs(graph: Graph, batch: number, { inputSize, targets }: Network) {
  const images = graph.input('images', [batch, 3, inputSize, inputSize])
  const named = Object.entries(targets(batch)).map(([name, shape]) => [name, graph.input(name, shape)] as const)
  return { images, targets: Object.fromEntries(named) }
}

function lossVector(graph: Graph, losses: readonly Tensor[]): Tensor {
  const parts = losses.map((part) => reshape(graph, part, [1]))
  return concatenate(graph, parts, 0)
}

function totalLoss(graph: Graph, network: Network, losses: readonly Tensor[]): Tensor {
  const parts = network.losses.map(({ weight }, i) => multiply(graph, losses[i]!, graph.scalar(weight)))
  return parts.reduce((a, b) => add(graph, a, b))
}

/** Inputs: batch, parameters, optimizer state. Outputs: the next parameters and state, losses, batch statistics. */
export function trainingModel(network: Network, batch: number): Uint8Array {
  const { plan } = network
  const graph = createGraph()
  const { images, targets } = batchInputs(graph, batch, network)
  const statistics: Statistics[] = []
  let losses: Tensor[] = []
  const next = updateStep(graph, {
    plan,
    weightDecay,
    gradientNorm,
    loss(weights) {
      const weight = finder(weights)
      const outputs = network.build(graph, images, {
        block({ name, stride: step }, x) {
          const features = convolution(graph, x, weight(`${name}.weight`), { stride: step })
          const normal = normalizeBatch(graph, features, weight(`${name}.scale`), weight(`${name}.shift`))
          statistics.push(normal.statistics)
          return relu(graph, normal.y)
        },
        head: headOf(graph, weight),
      })
      losses = outputs.losses(targets)
      return totalLoss(graph, network, losses)
    },
  })
  return encodeModel(graph, {
    ...next,
    losses: lossVector(graph, losses),
    statistics: concatenate(
      graph,
      statistics.flatMap(({ mean, variance }) => [mean, variance]),
      0,
    ),
  })
}

/** Predictions and losses of a batch under given parameters and statistics. */
export function validationModel(network: Network, batch: number): Uint8Array {
  const { plan } = network
  const graph = createGraph()
  const { images, targets } = batchInputs(graph, batch, network)
  const flat = graph.input('parameters', [parameterCount(plan)])
  const statistics = graph.input('statistics', [statisticsCount(plan)])
  const weight = finder(weightsOf(graph, flat, plan))
  let offset = 0
  const outputs = network.build(graph, images, {
    block({ name, outputs, stride: step }, x) {
      const mean = slice(graph, statistics, 0, offset, offset + outputs)
      const variance = slice(graph, statistics, 0, offset + outputs, offset + 2 * outputs)
      offset += 2 * outputs
      const features = convolution(graph, x, weight(`${name}.weight`), { stride: step })
      return relu(
        graph,
        normalizeBy(graph, features, weight(`${name}.scale`), weight(`${name}.shift`), { mean, variance }),
      )
    },
    head: headOf(graph, weight),
  })
  return encodeModel(graph, { output0: outputs.output(), losses: lossVector(graph, outputs.losses(targets)) })
}

/** Model to export: one image in, output out; batch normalization is folded into the convolutions. */
export function inferenceModel(network: Network, trained: Trained, metadata: Record<string, string>): Uint8Array {
  const { inputSize, plan } = network
  const graph = createGraph()
  const images = graph.input('images', [1, 3, inputSize, inputSize])
  const parametersByName = new Map(plan.parameters.map((p) => [p.name, p]))
  const values = (name: string) => {
    const parameter = parametersByName.get(name)!
    return trained.parameters.subarray(parameter.offset, parameter.offset + elements(parameter.shape))
  }
  const withBias = (x: Tensor, weight: Tensor, bias: Float32Array, step: 1 | 2) => {
    const product = convolution(graph, x, weight, { stride: step })
    return add(graph, product, graph.constant(bias, [1, bias.length, 1, 1]))
  }
  const folded = fold(plan, trained.statistics, values)
  const outputs = network.build(graph, images, {
    block({ name, stride: step }, x) {
      const { weight, bias } = folded.get(name)!
      const tensor = graph.constant(weight, parametersByName.get(`${name}.weight`)!.shape)
      return relu(graph, withBias(x, tensor, bias, step))
    },
    head(name, x) {
      const tensor = graph.constant(values(`${name}.weight`), parametersByName.get(`${name}.weight`)!.shape)
      return withBias(x, tensor, values(`${name}.bias`), 1)
    },
  })
  return encodeModel(graph, { output0: outputs.output() }, metadata)
}

/** Convolution per block equal to convolution and normalization: weight · f and shift − mean · f. */
function fold({ blocks }: Plan, statistics: Float32Array, values: (name: string) => Float32Array) {
  const folded = new Map<string, { weight: Float32Array; bias: Float32Array }>()
  let offset = 0
  for (const { name, inputs, outputs } of blocks) {
    const scale = values(`${name}.scale`)
    const shift = values(`${name}.shift`)
    const factor = Float32Array.from(scale, (s, i) => s / Math.sqrt(statistics[offset + outputs + i]! + epsilon))
    const weight = values(`${name}.weight`).map((w, i) => w * factor[Math.floor(i / (inputs * 9))]!)
    const bias = shift.map((s, i) => s - statistics[offset + i]! * factor[i]!)
    folded.set(name, { weight, bias })
    offset += 2 * outputs
  }
  return folded
}
