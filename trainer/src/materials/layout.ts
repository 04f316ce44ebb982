import type { Parameter, Plan } from '../network/plan.ts'
import { elements } from '../graph/graph.ts'
import { signalLength } from './signal.ts'

export interface MaterialsShape {
  /** Channels at 1/2, 1/4 and 1/8 of the picture's size, multiples of `groups`. */
  widths: readonly [number, number, number]
  blocks: number
  embedding: number
}

export const materialsShape: MaterialsShape = { widths: [32, 64, 96], blocks: 2, embedding: 64 }

export const groups = 8

/** Channels after pixel unshuffle: three colors of 2 × 2 pixels. */
export const cornerChannels = 12

/** Picture sizes are multiples of it. */
export const extentStep = 8

/** A convolution without bias; shifts come from the normalizations. */
export interface Layer {
  name: string
  inputs: number
  outputs: number
  kernel: 1 | 3
  /** Zero initialization, so that a residual branch starts as identity. */
  isZero?: boolean
}

/** Position of a normalization's scale and shift in the modulation vector. */
export interface Modulation {
  name: string
  channels: number
  offset: number
}

export interface Stage {
  name: string
  width: number
  /** Layer before the blocks, if any. */
  entry: Layer | null
  blocks: readonly string[]
}

/** Stages of the U-Net, down to 1/8 of the size and up again. */
export function stagesOf({ widths: [fine, middle, coarse], blocks }: MaterialsShape): Record<string, Stage> {
  const stage = (name: string, width: number, entry: [string, number] | null): Stage => ({
    name,
    width,
    entry: entry === null ? null : { name: `${name}.${entry[0]}`, inputs: entry[1], outputs: width, kernel: 1 },
    blocks: Array.from({ length: blocks }, (_, i) => `${name}.blocks.${i}`),
  })
  return {
    'down.0': stage('down.0', fine, null),
    'down.1': stage('down.1', middle, ['downsample', 4 * fine]),
    middle: stage('middle', coarse, ['downsample', 4 * middle]),
    'up.1': stage('up.1', middle, ['join', coarse + middle]),
    'up.0': stage('up.0', fine, ['join', middle + fine]),
  }
}

export function layersOf(shape: MaterialsShape): Layer[] {
  const [fine] = shape.widths
  const inner = Object.values(stagesOf(shape)).flatMap(({ width, entry, blocks }) => [
    ...(entry === null ? [] : [entry]),
    ...blocks.flatMap((name): Layer[] => [
      { name: `${name}.conv1`, inputs: width, outputs: width, kernel: 3 },
      { name: `${name}.conv2`, inputs: width, outputs: width, kernel: 3, isZero: true },
    ]),
  ])
  return [
    { name: 'conv_in', inputs: cornerChannels, outputs: fine, kernel: 3 },
    ...inner,
    { name: 'conv_out', inputs: fine, outputs: cornerChannels, kernel: 3, isZero: true },
  ]
}

/** Normalizations by name: two per block and one before the last convolution. */
export function modulationsOf(shape: MaterialsShape): ReadonlyMap<string, Modulation> {
  const stages = Object.values(stagesOf(shape))
  const inner = stages.flatMap(({ width, blocks }) =>
    blocks.flatMap((name) => [`${name}.norm1`, `${name}.norm2`].map((norm) => ({ name: norm, channels: width }))),
  )
  let offset = 0
  const all = [...inner, { name: 'norm_out', channels: shape.widths[0] }].map((norm) => {
    offset += 2 * norm.channels
    return [norm.name, { ...norm, offset: offset - 2 * norm.channels }] as const
  })
  return new Map(all)
}

/** Layout of the flat parameter vector. */
export function materialsPlan(shape: MaterialsShape): Pick<Plan, 'parameters'> {
  const parameters: Parameter[] = []
  const add = (name: string, extents: readonly number[], deviation: number) => {
    const previous = parameters.at(-1)
    const offset = previous ? previous.offset + elements(previous.shape) : 0
    const initial: Parameter['initial'] = deviation === 0 ? () => 0 : (random) => random.normal() * deviation
    parameters.push({ name, shape: extents, offset, decays: extents.length > 1, initial })
  }
  const { embedding } = shape
  const modulated = [...modulationsOf(shape).values()].reduce((sum, { channels }) => sum + 2 * channels, 0)
  for (const [name, inputs, outputs, deviation] of [
    ['signal', signalLength, embedding, Math.sqrt(1 / signalLength)],
    ['embedding', embedding, embedding, Math.sqrt(1 / embedding)],
    ['modulation', embedding, modulated, 0.02],
  ] as const) {
    add(`${name}.weight`, [inputs, outputs], deviation)
    add(`${name}.bias`, [outputs], 0)
  }
  for (const { name, inputs, outputs, kernel, isZero } of layersOf(shape)) {
    const deviation = isZero === true ? 0 : Math.sqrt(1 / (kernel * kernel * inputs))
    add(`${name}.weight`, [outputs, inputs, kernel, kernel], deviation)
  }
  return { parameters }
}
