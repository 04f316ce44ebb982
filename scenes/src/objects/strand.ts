import type { Rgb } from '../materials/colour.ts'
import type { Mark } from '../rendering/stain.ts'
import type { Random } from '../random.ts'
import { clamp01, lineCoverage, setSurface } from '../materials/surface.ts'

interface Strand {
  readonly x: number
  readonly z: number
  readonly length: number
  readonly halfWidth: number
  /** Maximum turn over its length in radians. */
  readonly curl: number
  readonly colour: Rgb
  readonly opacity: number
  readonly within: number
}

/** A curved hair of short straight pieces; hardly thinner than a pixel, so that it stays visible from afar. */
export function layStrand(strand: Strand, random: Random): Mark[] {
  const pieces = 9
  const step = strand.length / pieces
  let heading = random.between(0, Math.PI * 2)
  let turn = (random.between(-1, 1) * strand.curl) / pieces
  let { x, z } = strand
  return Array.from({ length: pieces }, (_, index) => {
    if (index === Math.floor(pieces / 2) && random.chance(0.5)) turn = -turn * random.between(0.4, 1.2)
    heading += turn
    if (Math.hypot(x + Math.cos(heading) * step, z + Math.sin(heading) * step) > strand.within)
      heading = Math.atan2(-z, -x)
    const fromX = x
    const fromZ = z
    const dx = Math.cos(heading)
    const dz = Math.sin(heading)
    x += dx * step
    z += dz * step
    return {
      x: (fromX + x) / 2,
      z: (fromZ + z) / 2,
      radius: step / 2 + 0.004,
      counts: 0.2,
      paint(atX, atZ, footprint, surface) {
        const along = Math.min(step, Math.max(0, (atX - fromX) * dx + (atZ - fromZ) * dz))
        const across = Math.hypot(atX - fromX - dx * along, atZ - fromZ - dz * along)
        setSurface(surface, strand.colour, 1, 0.25)
        const halfWidth = Math.max(strand.halfWidth, footprint * 0.3)
        return clamp01(strand.opacity * lineCoverage(across, halfWidth, footprint))
      },
    }
  })
}
