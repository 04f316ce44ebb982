import { fromLab, toLab } from './cielab.ts'

export type ColourStatistics = readonly { readonly mean: number; readonly deviation: number }[]

export function measureColours(lab: Float32Array): ColourStatistics {
  const count = lab.length / 3
  return [0, 1, 2].map((channel) => {
    let sum = 0
    let squares = 0
    for (let offset = channel; offset < lab.length; offset += 3) sum += lab[offset]!
    const mean = sum / count
    for (let offset = channel; offset < lab.length; offset += 3) squares += (lab[offset]! - mean) ** 2
    return { mean, deviation: Math.sqrt(squares / count) }
  })
}

/** Bounds of the contrast factor, so that content stays visible in any style. */
const factors = { least: 0.4, most: 2.5 }

/**
 * Color transfer between pictures: each channel of CIE L*a*b* gets the target's mean and standard deviation (E. Reinhard, M.
 * Ashikhmin, B. Gooch and P. Shirley, "Color Transfer between Images", IEEE Computer Graphics and Applications 21(5), 2001, with
 * CIELAB instead of lαβ), blended by `strength`, 0 to 1. The deviation's factor is at most 2.5.
 */
export function transferColours(pixels: Uint8Array, target: ColourStatistics, strength: number): Uint8Array {
  if (strength === 0) return pixels
  const lab = toLab(pixels)
  measureColours(lab).forEach(({ mean, deviation }, channel) => {
    const { mean: newMean, deviation: newDeviation } = target[channel]!
    const ratio = deviation > 0 ? newDeviation / deviation : 1
    const factor = Math.min(factors.most, Math.max(factors.least, ratio))
    for (let offset = channel; offset < lab.length; offset += 3) {
      const value = lab[offset]!
      lab[offset] = value + ((value - mean) * factor + newMean - value) * strength
    }
  })
  return fromLab(lab)
}
