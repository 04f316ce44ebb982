import { ink, scale } from '../materials/colour.ts'
import type { Noise } from '../materials/noise.ts'
import type { Random } from '../random.ts'
import { clamp01, setSurface, tint } from '../materials/surface.ts'
import type { Floor } from './floor.ts'

const yarns = ['#9a8f80', '#7b8088', '#a69c86', '#6d7a70', '#8c6f66', '#5d6575', '#b5a893'] as const

/** Cut pile: tufts, brushed lighter and darker by feet, sometimes with a woven stripe. */
export function createCarpet(random: Random, noise: Noise): Floor {
  const yarn = ink(random.pick(yarns))
  const stripe = scale(yarn, random.between(0.55, 0.8))
  const striped = random.chance(0.35) ? random.between(0.12, 0.3) : 0
  const pile = random.between(85, 140)
  return (x, z, footprint, out) => {
    const tuft = noise.layers(x * pile, z * pile, 2, footprint * pile) - 0.5
    const loop = noise.layers(x * pile * 0.31 + 9, z * pile * 0.31, 1, footprint * pile * 0.31) - 0.5
    const brushed = noise.layers(x * 2.1 + 40, z * 2.1, 3, footprint * 2) - 0.5
    setSurface(out, yarn, Math.max(0.2, 1 + tuft * 1.1 + loop * 0.35 + brushed * 0.5), 0)
    if (striped > 0) {
      const offset = Math.abs(((((z / striped) % 1) + 1) % 1) - 0.5) * striped
      tint(out, stripe, 0.6 * clamp01((striped * 0.12 - offset) / Math.max(footprint, 0.006) + 0.5))
    }
    out.tiltX = tuft * 0.5
    out.tiltZ = loop * 0.5
  }
}
