import { ink, scale } from '../materials/colour.ts'
import type { Mark, Stain } from '../rendering/stain.ts'
import type { Noise } from '../materials/noise.ts'
import type { Random } from '../random.ts'
import { clamp01, coverage, setSurface } from '../materials/surface.ts'

const drinks = [
  { colour: '#3a2010', opacity: 0.86 },
  { colour: '#f2efe6', opacity: 0.93 },
  { colour: '#c4641a', opacity: 0.75 },
  { colour: '#6a1420', opacity: 0.84 },
  { colour: '#4a3a1c', opacity: 0.7 },
] as const

interface Drop {
  readonly x: number
  readonly z: number
  readonly size: number
}

/** A puddle that ran together from several drops: shiny, rounded and darker at its rim. */
export function createSpill(random: Random, noise: Noise): Stain {
  const { colour, opacity } = random.pick(drinks)
  const liquid = ink(colour)
  const rim = scale(liquid, 0.7)
  const radius = random.between(0.06, 0.1)
  const inside = (size: number): Drop => {
    const angle = random.between(0, Math.PI * 2)
    const out = Math.sqrt(random.next()) * (radius - size)
    return { x: Math.cos(angle) * out, z: Math.sin(angle) * out, size }
  }
  const pool = Array.from({ length: random.integer(4, 7) }, () => inside(random.between(0.24, 0.46) * radius))
  const splashes = Array.from({ length: random.integer(2, 7) }, () => {
    const angle = random.between(0, Math.PI * 2)
    const out = random.between(0.85, 1.15) * radius
    return { x: Math.cos(angle) * out, z: Math.sin(angle) * out, size: random.between(0.03, 0.09) * radius }
  })

  const markOf = (drops: readonly Drop[], middle: Drop, wavy: number): Mark => ({
    x: middle.x,
    z: middle.z,
    radius: middle.size * 1.3,
    counts: 0.5,
    paint(x, z, footprint, surface) {
      let pull = 0
      let leanX = 0
      let leanZ = 0
      for (const drop of drops) {
        const dx = x - drop.x
        const dz = z - drop.z
        const part = (drop.size * drop.size) / (dx * dx + dz * dz + 1e-8)
        pull += part * part
        leanX += dx * part * part
        leanZ += dz * part * part
      }
      const wobble = wavy * (noise.layers(x * 40, z * 40, 2, footprint * 40) - 0.5)
      const depth = (Math.sqrt(Math.sqrt(pull)) - 1) * middle.size * 0.6 + wobble
      const edge = clamp01(1 - depth / (radius * 0.1))
      setSurface(surface, edge > 0.6 ? rim : liquid, 1, 0.95)
      const lean = Math.hypot(leanX, leanZ) + 1e-9
      surface.tiltX = (leanX / lean) * edge * 0.5 + wobble * 4
      surface.tiltZ = (leanZ / lean) * edge * 0.5
      return coverage(-depth, footprint) * (opacity + (1 - opacity) * edge * 0.5)
    },
  })
  return {
    radius: radius * 1.2,
    colour: liquid,
    marks: [
      markOf(pool, { x: 0, z: 0, size: radius }, 0.012),
      ...splashes.map((drop) => markOf([drop], { ...drop, size: drop.size * 1.2 }, 0)),
    ],
  }
}
