import { mix } from '../materials/colour.ts'
import type { Rgb } from '../materials/colour.ts'
import type { Noise } from '../materials/noise.ts'
import { cellHash } from '../random.ts'
import { lineCoverage, setSurface } from '../materials/surface.ts'
import type { Floor } from './floor.ts'

export interface Planks {
  readonly light: Rgb
  readonly dark: Rgb
  /** In meters. */
  readonly width: number
  readonly length: number
  readonly gap: number
  /** Contrast of the grain and between planks. */
  readonly grain: number
  readonly variety: number
  readonly gloss: number
  readonly salt: number
}

/** Boards in staggered rows along x, each from another piece of wood. */
export function layPlanks(planks: Planks, noise: Noise): Floor {
  const { light, dark, width, length, gap, grain, variety, gloss, salt } = planks
  const tones = Array.from({ length: 33 }, (_, step) => mix(dark, light, step / 32))
  return (x, z, footprint, out) => {
    const row = Math.floor(z / width)
    const across = z - row * width
    const shifted = x + cellHash(row, 7, salt) * length
    const column = Math.floor(shifted / length)
    const along = shifted - column * length
    const own = cellHash(column, row, salt)
    const seedX = own * 211
    const wave = noise.layers(x * 1.7 + seedX, z * 13 + own * 90, 2, footprint * 8)
    const rings = Math.abs(((((wave * 7 + own * 3) % 1) + 1) % 1) - 0.5) * 2
    const ringsKept = footprint > 0.02 ? 0 : 1 - footprint * 50
    const fibre = noise.layers(x * 9 + seedX, z * 230, 2, footprint * 150) - 0.5
    const tone =
      0.5 + (own - 0.5) * variety + grain * ((rings - 0.5) * 0.55 * ringsKept + (wave - 0.5) * 0.7 + fibre * 0.8)
    setSurface(out, tones[tone < 0 ? 0 : tone > 1 ? 32 : (tone * 32) | 0]!, 1, gloss * (0.8 + fibre * 0.5))
    const sideways = across < width / 2 ? across : across - width
    const endways = along < length / 2 ? along : along - length
    const seam = Math.max(lineCoverage(sideways, gap, footprint), lineCoverage(endways, gap, footprint))
    const shade = 1 - 0.72 * seam
    out.red *= shade
    out.green *= shade
    out.blue *= shade
    const bevel = gap * 3
    if (footprint < bevel && Math.abs(sideways) < bevel) out.tiltZ = sideways > 0 ? -0.25 : 0.25
    out.tiltX = fibre * 0.06
  }
}
