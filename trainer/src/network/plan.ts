import { elements } from '../graph/graph.ts'
import type { Random } from '../random.ts'

/** 3×3 convolution, batch normalization, ReLU. */
export interface Block {
  name: string
  inputs: number
  outputs: number
  stride: 1 | 2
}

/** Final 1×1 convolution with bias. */
export interface Head {
  name: string
  inputs: number
  outputs: number
  bias: number
}

export interface Parameter {
  name: string
  shape: readonly number[]
  offset: number
  decays: boolean
  initial: (random: Random) => number
}

/** Layout of a network's vectors: parameters, and mean and variance per block channel. */
export interface Plan {
  blocks: readonly Block[]
  parameters: readonly Parameter[]
}

export function planOf(blocks: readonly Block[], heads: readonly Head[]): Plan {
  const parameters: Parameter[] = []
  const add = (name: string, shape: readonly number[], decays: boolean, initial: Parameter['initial']) => {
    const previous = parameters.at(-1)
    const offset = previous ? previous.offset + elements(previous.shape) : 0
    parameters.push({ name, shape, offset, decays, initial })
  }
  // He-normal convolutions, unit normalization.
  for (const { name, inputs, outputs } of blocks) {
    const deviation = Math.sqrt(2 / (9 * inputs))
    add(`${name}.weight`, [outputs, inputs, 3, 3], true, (random) => random.normal() * deviation)
    add(`${name}.scale`, [outputs], false, () => 1)
    add(`${name}.shift`, [outputs], false, () => 0)
  }
  for (const { name, inputs, outputs, bias } of heads) {
    add(`${name}.weight`, [outputs, inputs, 1, 1], true, (random) => random.normal() * 0.01)
    add(`${name}.bias`, [outputs], false, () => bias)
  }
  return { blocks, parameters }
}

export function parameterCount({ parameters }: Pick<Plan, 'parameters'>): number {
  const last = parameters.at(-1)!
  return last.offset + elements(last.shape)
}

export function initialParameters(plan: Pick<Plan, 'parameters'>, random: Random): Float32Array {
  const values = new Float32Array(parameterCount(plan))
  for (const { shape, offset, initial } of plan.parameters) {
    for (let i = 0; i < elements(shape); i++) values[offset + i] = initial(random)
  }
  return values
}

export function statisticsCount({ blocks }: Plan): number {
  return blocks.reduce((sum, { outputs }) => sum + 2 * outputs, 0)
}

/** Initial statistics: mean 0, variance 1. */
export function initialStatistics({ blocks }: Plan): Float32Array {
  return Float32Array.from(
    blocks.flatMap(({ outputs }) => [...Array<number>(outputs).fill(0), ...Array<number>(outputs).fill(1)]),
  )
}
