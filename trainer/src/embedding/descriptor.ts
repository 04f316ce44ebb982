import { starterEmbedder } from '@vermilion/contract/image-search/embedding'
import { colourLayout } from './colour-layout.ts'
import { inputSize, tappedBlocks } from './network.ts'

/** Activations of the network's blocks by name, channel by channel in row order. */
export type Responses = Readonly<Record<string, Float32Array>>

/** Weights of the descriptor's parts, each of length 1 before. */
const weights = { scene: 0.6, quarters: 0.55, body: 0.35, texture: 0.3, colour: 0.8 } as const

/**
 * Unit-length descriptor of a picture: mean activations of the coarsest block over the picture and its quarters, of the middle
 * block over the picture, mean and deviation of the fine block, and the color layout.
 */
export function descriptorOf(responses: Responses, rgb: Uint8Array): Float32Array {
  const { scene, body, edges } = tappedBlocks
  const complete = meansOf(responses['scene']!, scene, { x: 0, y: 0, edge: scene.edge })
  const half = scene.edge / 2
  const quarters = [0, half].flatMap((y) =>
    [0, half].flatMap((x) => [...meansOf(responses['scene']!, scene, { x, y, edge: half })]),
  )
  const parts: readonly [number, ArrayLike<number>][] = [
    [weights.scene, complete],
    [weights.quarters, quarters],
    [weights.body, meansOf(responses['body']!, body, { x: 0, y: 0, edge: body.edge })],
    [weights.texture, textureOf(responses['edges']!, edges)],
    [weights.colour, colourLayout(rgb, inputSize)],
  ]
  const vector = Float32Array.from(parts.flatMap(([weight, part]) => [...ofLength(weight, part)]))
  if (vector.length !== starterEmbedder.dimensions) throw new Error(`a descriptor has ${vector.length} values`)
  return ofLength(1, vector)
}

interface Tap {
  readonly channels: number
  readonly edge: number
}

function meansOf(response: Float32Array, { channels, edge }: Tap, square: { x: number; y: number; edge: number }) {
  const means = new Float32Array(channels)
  for (let channel = 0; channel < channels; channel++) {
    let sum = 0
    for (let y = square.y; y < square.y + square.edge; y++) {
      const row = channel * edge * edge + y * edge
      for (let x = square.x; x < square.x + square.edge; x++) sum += response[row + x]!
    }
    means[channel] = sum / (square.edge * square.edge)
  }
  return means
}

/** Mean of each channel, and the logarithm of its deviation relative to the typical one. */
function textureOf(response: Float32Array, { channels, edge }: Tap): Float32Array {
  const cells = edge * edge
  const texture = new Float32Array(2 * channels)
  for (let channel = 0; channel < channels; channel++) {
    let sum = 0
    let squares = 0
    for (let i = channel * cells; i < (channel + 1) * cells; i++) {
      sum += response[i]!
      squares += response[i]! ** 2
    }
    const mean = sum / cells
    texture[channel] = mean
    texture[channels + channel] = 0.5 * Math.log(Math.max(0, squares / cells - mean * mean) + 0.05)
  }
  return texture
}

function ofLength(length: number, values: ArrayLike<number>): Float32Array {
  const all = Float32Array.from(values)
  const norm = Math.hypot(...all)
  return norm === 0 ? all : all.map((value) => (value * length) / norm)
}
