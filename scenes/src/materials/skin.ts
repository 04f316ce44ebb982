import type { Material } from '../bodies/body.ts'
import type { Noise } from './noise.ts'
import { tint } from './surface.ts'
import type { Surface } from './surface.ts'

/** Normal perturbation of fur or skin at a point, by strands and by clumps, each about -0.5 to 0.5. */
export interface Relief {
  strand: number
  clump: number
}

/** Writes color and relief of a material at a point of its body. `pixel` is a pixel's width in the body's units. */
export function wear(
  material: Material,
  x: number,
  y: number,
  z: number,
  pixel: number,
  noise: Noise,
  surface: Surface,
  relief: Relief,
): void {
  const { base, accent, pattern, texture, fineness, gloss } = material
  relief.strand = 0
  relief.clump = 0
  if (texture > 0) {
    const strength = Math.min(1, 1 / (pixel * fineness + 0.2))
    relief.strand = (noise.solid(x * fineness * 0.45, y * fineness, z * fineness) - 0.5) * 2 * strength * texture
    const coarse = fineness * 0.2
    relief.clump = (noise.solid(x * coarse + 31, y * coarse, z * coarse) - 0.5) * texture
  }
  surface.red = base[0]
  surface.green = base[1]
  surface.blue = base[2]
  surface.gloss = gloss
  if (accent !== undefined && pattern !== undefined) {
    tint(surface, accent, pattern(x + relief.clump * 0.05, y + relief.strand * 0.05, z))
  }
  const tone = 1 + relief.strand * 0.55 + relief.clump * 0.5
  surface.red *= tone
  surface.green *= tone
  surface.blue *= tone
}
