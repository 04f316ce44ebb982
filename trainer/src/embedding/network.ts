import { detectorNetwork } from '../detector/network.ts'
import { createGraph, elements, type Tensor } from '../graph/graph.ts'
import type { Block } from '../network/plan.ts'
import { initialStatistics, parameterCount } from '../network/plan.ts'
import { trunk } from '../network/trunk.ts'
import { encodeModel } from '../onnx/model-file.ts'
import { add, multiply, relu } from '../operators/arithmetic.ts'
import { convolution } from '../operators/convolution.ts'
import { epsilon } from '../operators/normalization.ts'
import { applyStartingWeights } from '../training/starting-weights.ts'

const width = 16
/** Edge of the square input that pictures are stretched to. */
export const inputSize = 128

/** Blocks whose activations are used, with channels and cells per edge. */
export const tappedBlocks = {
  edges: { channels: 2 * width, edge: inputSize / 4 },
  body: { channels: 4 * width, edge: inputSize / 8 },
  scene: { channels: 4 * width, edge: inputSize / 16 },
} as const

/** Outputs are normalized by the training data to mean 0 and variance 1: pictures then differ in direction, not only size. */
export function embedderModel(): Uint8Array {
  const network = detectorNetwork({ inputSize, width, labelCount: 1 })
  const { plan } = network
  const parameters = new Float32Array(parameterCount(plan))
  const statistics = initialStatistics(plan)
  if (!applyStartingWeights(network, { parameters, statistics })) throw new Error('the starting weights are missing')
  const graph = createGraph()
  const images = graph.input('images', [1, 3, inputSize, inputSize])
  const valuesOf = (name: string) => {
    const { shape, offset } = plan.parameters.find((parameter) => parameter.name === name)!
    return { shape, values: parameters.slice(offset, offset + elements(shape)) }
  }
  const perChannel = (values: Float32Array) => graph.constant(values, [1, values.length, 1, 1])
  const responses = new Map<string, Tensor>()
  const block = ({ name, outputs, stride: step }: Block, x: Tensor): Tensor => {
    const { mean, deviation } = statisticsOf(plan.blocks, statistics, { name, outputs })
    const { shape, values } = valuesOf(`${name}.weight`)
    const perOutput = values.length / outputs
    const weight = graph.constant(
      values.map((value, i) => value / deviation[Math.floor(i / perOutput)]!),
      shape,
    )
    const shift = perChannel(mean.map((value, i) => -value / deviation[i]!))
    const response = add(graph, convolution(graph, x, weight, { stride: step }), shift)
    responses.set(name, response)
    const scaled = multiply(graph, response, perChannel(valuesOf(`${name}.scale`).values))
    return relu(graph, add(graph, scaled, perChannel(valuesOf(`${name}.shift`).values)))
  }
  trunk(images, width, { block, head: (_, x) => x })
  const tapped = Object.keys(tappedBlocks).map((name) => [name, responses.get(name)!] as const)
  return encodeModel(graph, Object.fromEntries(tapped))
}

function statisticsOf(
  blocks: readonly Block[],
  statistics: Float32Array,
  { name, outputs }: Pick<Block, 'name' | 'outputs'>,
) {
  let offset = 0
  for (const block of blocks) {
    if (block.name === name) break
    offset += 2 * block.outputs
  }
  const variance = statistics.subarray(offset + outputs, offset + 2 * outputs)
  return {
    mean: statistics.subarray(offset, offset + outputs),
    deviation: variance.map((value) => Math.sqrt(value + epsilon)),
  }
}
