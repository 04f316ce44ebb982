import { createGraph, elements, type Graph, type Tensor } from '../graph/graph.ts'
import type { Plan } from '../network/plan.ts'
import { updateStep } from '../network/update.ts'
import { finder, type Weights } from '../network/weights.ts'
import { encodeModel } from '../onnx/model-file.ts'
import { add, multiply } from '../operators/arithmetic.ts'
import { matrixProduct } from '../operators/matrix-product.ts'
import { meanSquare } from '../operators/mean-square.ts'
import { reshape } from '../operators/shape.ts'
import { materialsPlan, type MaterialsShape } from './layout.ts'
import { loraLayers, loraPlan, type LoraScale } from './lora.ts'
import { velocity } from './network.ts'
import { signalLength } from './signal.ts'

const gradientNorm = 1
const weightDecay = 0.01

interface FlowShape {
  batch: number
  extent: number
}

function flowInputs(graph: Graph, { batch, extent }: FlowShape) {
  const pictures = [batch, 3, extent, extent]
  return {
    x: graph.input('x', pictures),
    signal: graph.input('signal', [batch, signalLength]),
    target: graph.input('target', pictures),
  }
}

/** A flow-matching training step over the parameters of `plan`, from which `weightsFrom` derives the network's weights. */
function flowTrainingModel(
  shape: MaterialsShape,
  flow: FlowShape,
  plan: Pick<Plan, 'parameters'>,
  decay: number,
  weightsFrom: (graph: Graph, parameters: Weights) => Weights,
): Uint8Array {
  const graph = createGraph()
  const { x, signal, target } = flowInputs(graph, flow)
  let loss: Tensor | undefined
  const next = updateStep(graph, {
    plan,
    weightDecay: decay,
    gradientNorm,
    loss(parameters) {
      const weights = weightsFrom(graph, finder(parameters))
      loss = meanSquare(graph, velocity(graph, x, signal, weights, shape), target)
      return loss
    },
  })
  return encodeModel(graph, { ...next, loss: reshape(graph, loss!, [1]) })
}

export function baseTrainingModel(shape: MaterialsShape, flow: FlowShape): Uint8Array {
  return flowTrainingModel(shape, flow, materialsPlan(shape), weightDecay, (_, parameters) => parameters)
}

function constantsOf(graph: Graph, { parameters }: Pick<Plan, 'parameters'>, flat: Float32Array): Weights {
  const constants = parameters.map(({ name, shape, offset }) => {
    const values = flat.slice(offset, offset + elements(shape))
    return [name, graph.constant(values, shape)] as const
  })
  return finder(new Map(constants))
}

/** Training of a LoRA: the base is constant, and each 3×3 convolution adds a product of two small ones. */
export function loraTrainingModel(
  shape: MaterialsShape,
  flow: FlowShape,
  base: Float32Array,
  { rank, alpha }: LoraScale,
): Uint8Array {
  return flowTrainingModel(shape, flow, loraPlan(shape, rank), 0, (graph, parameters) => {
    const constant = constantsOf(graph, materialsPlan(shape), base)
    const changed = loraLayers(shape).map(({ name, inputs, outputs, kernel }) => {
      const down = reshape(graph, parameters(`${name}.down`), [rank, inputs * kernel * kernel])
      const up = reshape(graph, parameters(`${name}.up`), [outputs, rank])
      const change = multiply(graph, matrixProduct(graph, up, down), graph.scalar(alpha / rank))
      const key = `${name}.weight`
      return [key, add(graph, constant(key), reshape(graph, change, constant(key).shape))] as const
    })
    const weights = new Map(changed)
    return (name) => weights.get(name) ?? constant(name)
  })
}

/** Sampling network: pictures, time and condition in, velocity out. */
export function velocityModel(shape: MaterialsShape, { batch, extent }: FlowShape, flat: Float32Array): Uint8Array {
  const graph = createGraph()
  const x = graph.input('x', [batch, 3, extent, extent])
  const signal = graph.input('signal', [batch, signalLength])
  return encodeModel(graph, {
    velocity: velocity(graph, x, signal, constantsOf(graph, materialsPlan(shape), flat), shape),
  })
}
