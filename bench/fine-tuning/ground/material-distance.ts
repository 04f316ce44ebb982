import sharp from 'sharp'
import { embedderModel, inputSize, tappedBlocks } from '../../../trainer/src/embedding/network.ts'
import { createRunner } from '../../../trainer/src/runtime.ts'

/** Statistics of a set of pictures: histograms of brightness per color, and Gram matrices of features. */
export interface Look {
  histograms: Float64Array[]
  gram: Float64Array
}

const bins = 32

/** Features are the first layers of the starter network; pictures are squares of RGB bytes. */
export async function createLookMeter() {
  const runner = await createRunner(embedderModel(), 2)
  const { channels, edge } = tappedBlocks.edges

  async function responses(rgb: Uint8Array, size: number): Promise<Float32Array> {
    const image = sharp(rgb, { raw: { width: size, height: size, channels: 3 } }).resize(inputSize, inputSize)
    const pixels = await image.raw().toBuffer()
    const plane = inputSize * inputSize
    const values = Float32Array.from(
      { length: 3 * plane },
      (_, i) => pixels[(i % plane) * 3 + Math.floor(i / plane)]! / 255,
    )
    const outputs = await runner.run({ images: { values, shape: [1, 3, inputSize, inputSize] } })
    return outputs['edges']!
  }

  return {
    async look(pictures: readonly Uint8Array[], size: number): Promise<Look> {
      const histograms = [0, 1, 2].map(() => new Float64Array(bins))
      const gram = new Float64Array(channels * channels)
      const pixels = edge * edge
      for (const rgb of pictures) {
        rgb.forEach(
          (byte, i) => (histograms[i % 3]![Math.floor((byte * bins) / 256)]! += 1 / (size * size * pictures.length)),
        )
        const features = await responses(rgb, size)
        for (let a = 0; a < channels; a++) {
          for (let b = 0; b <= a; b++) {
            let product = 0
            for (let at = 0; at < pixels; at++) product += features[a * pixels + at]! * features[b * pixels + at]!
            gram[a * channels + b]! += product / pixels / pictures.length
            if (a !== b) gram[b * channels + a] = gram[a * channels + b]!
          }
        }
      }
      return { histograms, gram }
    },
    release: () => runner.release(),
  }
}

/** Earth mover's distance between the histograms of two sets, from 0 to 1. */
export function histogramDistance(a: Look, b: Look): number {
  const distances = a.histograms.map((histogram, channel) => {
    let [carried, moved] = [0, 0]
    for (let bin = 0; bin < bins; bin++) {
      carried += histogram[bin]! - b.histograms[channel]![bin]!
      moved += Math.abs(carried)
    }
    return moved / bins
  })
  return distances.reduce((sum, distance) => sum + distance, 0) / distances.length
}

/** Norm of the Gram matrices' difference, relative to the second. */
export function gramDistance(a: Look, b: Look): number {
  const length = (values: Float64Array) => Math.sqrt(values.reduce((sum, value) => sum + value * value, 0))
  return length(a.gram.map((value, i) => value - b.gram[i]!)) / length(b.gram)
}
