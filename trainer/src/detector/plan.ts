import type { Random } from '../random.ts'
import { elements } from '../graph/graph.ts'

/** What fixes the shape of the network. */
export interface DetectorShape {
  /** Edge of the square input in pixels, a multiple of `sizeStep`. */
  inputSize: number
  /** Channels of the first layer; the later ones have two and four times as many. */
  width: number
  labelCount: number
}

/** Input pixels that one cell of the output grid stands for. */
export const stride = 4
/** The coarsest layer sees a sixteenth of the input's extent, so input sizes come in steps of 16. */
export const sizeStep = 16

/** 3×3 convolution, batch normalisation, ReLU. */
export interface Block {
  name: string
  inputs: number
  outputs: number
  stride: 1 | 2
}

/** The blocks of the network in order; see `network.ts` for how they are joined. */
export function blocks({ width }: DetectorShape) {
  const wide = 4 * width
  return {
    stem: { name: 'stem', inputs: 3, outputs: width, stride: 2 },
    edges: { name: 'edges', inputs: width, outputs: 2 * width, stride: 2 },
    parts: { name: 'parts', inputs: 2 * width, outputs: wide, stride: 2 },
    body: { name: 'body', inputs: wide, outputs: wide, stride: 1 },
    context: { name: 'context', inputs: wide, outputs: wide, stride: 2 },
    scene: { name: 'scene', inputs: wide, outputs: wide, stride: 1 },
    neck: { name: 'neck', inputs: wide, outputs: 2 * width, stride: 1 },
    detail: { name: 'detail', inputs: 2 * width, outputs: 2 * width, stride: 1 },
  } satisfies Record<string, Block>
}
export type Blocks = ReturnType<typeof blocks>

/** One tensor inside the flat vector of parameters. */
export interface Parameter {
  name: string
  shape: readonly number[]
  offset: number
  decays: boolean
  initial: (random: Random) => number
}

/** Cells start out as background: a probability of 1 %. */
const backgroundLogit = -Math.log(99)

/** The layout of the flat parameter vector. */
export function parameters(shape: DetectorShape): Parameter[] {
  const list: Parameter[] = []
  const add = (name: string, extents: readonly number[], decays: boolean, initial: Parameter['initial']) => {
    const before = list.at(-1)
    const offset = before ? before.offset + elements(before.shape) : 0
    list.push({ name, shape: extents, offset, decays, initial })
  }
  for (const { name, inputs, outputs } of Object.values(blocks(shape))) {
    const deviation = Math.sqrt(2 / (9 * inputs))
    add(`${name}.weight`, [outputs, inputs, 3, 3], true, (random) => random.normal() * deviation)
    add(`${name}.scale`, [outputs], false, () => 1)
    add(`${name}.shift`, [outputs], false, () => 0)
  }
  const last = 2 * shape.width
  add('box.weight', [4, last, 1, 1], true, (random) => random.normal() * 0.01)
  add('box.bias', [4], false, () => 0)
  add('label.weight', [shape.labelCount, last, 1, 1], true, (random) => random.normal() * 0.01)
  add('label.bias', [shape.labelCount], false, () => backgroundLogit)
  return list
}

export function parameterCount(shape: DetectorShape): number {
  const last = parameters(shape).at(-1)!
  return last.offset + elements(last.shape)
}

/** Fresh parameters: He-normal convolutions, unit normalisation. */
export function initialParameters(shape: DetectorShape, random: Random): Float32Array {
  const values = new Float32Array(parameterCount(shape))
  for (const { shape: extents, offset, initial } of parameters(shape)) {
    for (let i = 0; i < elements(extents); i++) values[offset + i] = initial(random)
  }
  return values
}

/** The layout of the flat vector of batch statistics: a mean and a variance per channel of each block. */
export function statisticsCount(shape: DetectorShape): number {
  return Object.values(blocks(shape)).reduce((sum, { outputs }) => sum + 2 * outputs, 0)
}

/** Statistics before the first batch: mean 0, variance 1. */
export function initialStatistics(shape: DetectorShape): Float32Array {
  const list = Object.values(blocks(shape))
  return Float32Array.from(
    list.flatMap(({ outputs }) => [...Array<number>(outputs).fill(0), ...Array<number>(outputs).fill(1)]),
  )
}
