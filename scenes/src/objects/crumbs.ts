import { ink, mix } from '../materials/colour.ts'
import { never } from '../rendering/stain.ts'
import type { Mark, Stain } from '../rendering/stain.ts'
import type { Noise } from '../materials/noise.ts'
import type { Random } from '../random.ts'
import { clamp01, coverage, setSurface } from '../materials/surface.ts'

const foods = [
  ['#d9a35c', '#8f5a26'],
  ['#e8cf9a', '#b98f4d'],
  ['#6b4226', '#3b2213'],
  ['#e5dcc6', '#bfa982'],
  ['#d97f2e', '#a5521b'],
] as const

/** Broken food: small bumpy lumps, dense in the middle, each with a little shadow. */
export function createCrumbs(random: Random, noise: Noise): Stain {
  const [bright, dark] = random.pick(foods).map((hex) => ink(hex))
  if (bright === undefined || dark === undefined) return { radius: 0, colour: [0, 0, 0], marks: [] }
  const radius = random.between(0.045, 0.08)
  const shadows: Mark[] = []
  const lumps: Mark[] = []
  for (let left = random.integer(14, 38); left > 0; left -= 1) {
    const size = random.between(0.003, 0.009) * (random.chance(0.15) ? 1.5 : 1)
    const out = random.next() ** 0.8 * (radius - size)
    const angle = random.between(0, Math.PI * 2)
    const x = Math.cos(angle) * out
    const z = Math.sin(angle) * out
    const colour = mix(dark, bright, random.next())
    const salt = random.between(0, 200)
    const squeeze = random.between(0.65, 1.4)
    shadows.push({
      x: x + size * 0.25,
      z: z - size * 0.25,
      radius: size * 1.8,
      counts: never,
      paint(atX, atZ, footprint, surface) {
        setSurface(surface, [0.01, 0.01, 0.01], 1, 0)
        const distance = Math.hypot(atX - x - size * 0.25, atZ - z + size * 0.25)
        return 0.5 * clamp01((size * 1.6 - distance) / (size * 0.9 + footprint))
      },
    })
    lumps.push({
      x,
      z,
      radius: size * 1.5,
      counts: 0.4,
      paint(atX, atZ, footprint, surface) {
        const dx = (atX - x) * squeeze
        const dz = (atZ - z) / squeeze
        const bump = noise.at((dx / size) * 1.6 + salt, (dz / size) * 1.6)
        const distance = Math.hypot(dx, dz)
        setSurface(surface, colour, 0.75 + bump * 0.6, 0.02)
        surface.tiltX = (dx / size) * 1.1 + (bump - 0.5)
        surface.tiltZ = (dz / size) * 1.1 - (bump - 0.5)
        return coverage(distance - size * (0.7 + 0.6 * bump), footprint)
      },
    })
  }
  return { radius, colour: mix(bright, dark, 0.5), marks: [...shadows, ...lumps] }
}
