import { ink, scale } from '../materials/colour.ts'
import { never } from '../rendering/stain.ts'
import type { Mark, Stain } from '../rendering/stain.ts'
import type { Noise } from '../materials/noise.ts'
import type { Random } from '../random.ts'
import { clamp01, setSurface } from '../materials/surface.ts'
import { layStrand } from './strand.ts'

const greys = ['#8d8a86', '#77736e', '#a19c95', '#6a6866'] as const

/** A dust bunny: felted fluff, thicker in the middle, with fibres that stick out. */
export function createDust(random: Random, noise: Noise): Stain {
  const colour = ink(random.pick(greys))
  const radius = random.between(0.035, 0.06)
  const salt = random.between(0, 200)
  const stretch = random.between(0.75, 1.3)
  const fluff = (x: number, z: number, grow: number): number => {
    const around = noise.layers((x / radius) * 2.2 + salt, (z / radius) * 2.2, 3, 0) - 0.5
    return 1 - Math.hypot(x * stretch, z / stretch) / (radius * grow) - around * 1.1
  }
  const shadow: Mark = {
    x: 0.004,
    z: -0.004,
    radius: radius * 1.5,
    counts: never,
    paint(x, z, _footprint, surface) {
      setSurface(surface, [0.01, 0.01, 0.01], 1, 0)
      return 0.4 * clamp01(fluff(x - 0.004, z + 0.005, 0.95) * 2.2)
    },
  }
  const felt: Mark = {
    x: 0,
    z: 0,
    radius: radius * 1.4,
    counts: 0.4,
    paint(x, z, footprint, surface) {
      const thick = fluff(x, z, 0.85)
      if (thick <= 0) return 0
      const fibre = noise.layers((x / radius) * 22 + salt, (z / radius) * 9, 2, (footprint / radius) * 16) - 0.5
      const knot = noise.layers((x / radius) * 6, (z / radius) * 6 + salt, 2, 0) - 0.5
      setSurface(surface, colour, 0.95 + fibre * 0.9 + knot * 0.7 + thick * 0.25, 0)
      surface.tiltX = (x / radius) * 0.7 + fibre
      surface.tiltZ = (z / radius) * 0.7 + knot
      return clamp01(thick * 2.8 + fibre * 0.7)
    },
  }
  const fibres = Array.from({ length: random.integer(8, 16) }, () => {
    const angle = random.between(0, Math.PI * 2)
    return layStrand(
      {
        x: Math.cos(angle) * radius * 0.55,
        z: Math.sin(angle) * radius * 0.55,
        length: random.between(0.02, 0.05),
        halfWidth: 0.0005,
        curl: random.between(1, 4),
        colour: scale(colour, random.between(0.6, 1.2)),
        opacity: random.between(0.35, 0.6),
        within: radius * 1.05,
      },
      random,
    )
  })
  return { radius: radius * 1.1, colour, marks: [shadow, felt, ...fibres.flat()] }
}
