import { ink, mix } from '../materials/colour.ts'
import type { Mark, Stain } from '../rendering/stain.ts'
import type { Noise } from '../materials/noise.ts'
import type { Random } from '../random.ts'
import { clamp01, coverage, setSurface, tint } from '../materials/surface.ts'

const earths = ['#4a3423', '#3a2a1e', '#5b4630', '#33291f'] as const

/** Approximate distance to an ellipse, good enough for a soft edge. */
function ellipse(x: number, z: number, halfX: number, halfZ: number): number {
  const scaled = Math.hypot(x / halfX, z / halfZ)
  return (scaled - 1) * Math.min(halfX, halfZ)
}

/** A shoe's sole with tread: ball of the foot, heel and ridges across. About 0.2 m long. */
function sole(x: number, z: number): number {
  const outline = Math.min(ellipse(x - 0.035, z, 0.062, 0.037), ellipse(x + 0.062, z, 0.034, 0.029))
  const ridge = Math.abs((((x + 1) / 0.016) % 1) - 0.5) * 0.016 - 0.0032
  return Math.max(outline, -ridge * 1.6 - 0.0012)
}

/** A dog's paw: one pad and four toes. */
function paw(x: number, z: number): number {
  let distance = ellipse(x + 0.012, z, 0.02, 0.026)
  for (const [toeX, toeZ] of [
    [0.02, -0.024],
    [0.034, -0.009],
    [0.034, 0.009],
    [0.02, 0.024],
  ] as const) {
    distance = Math.min(distance, ellipse(x - toeX, z - toeZ, 0.012, 0.0085))
  }
  return distance
}

/** Mud carried in: the print of a shoe or a few of a paw, broken up where it did not stick. */
export function createMud(random: Random, noise: Noise): Stain {
  const wet = ink(random.pick(earths))
  const dry = mix(wet, ink('#a08a6a'), 0.45)
  const salt = random.between(0, 200)
  const opacity = random.between(0.85, 0.97)
  const print = (shape: (x: number, z: number) => number, x: number, z: number, turn: number, radius: number): Mark => {
    const sine = Math.sin(turn)
    const cosine = Math.cos(turn)
    return {
      x,
      z,
      radius,
      counts: 0.4,
      paint(atX, atZ, footprint, surface) {
        const dx = atX - x
        const dz = atZ - z
        const rough = noise.layers(atX * 90 + salt, atZ * 90, 3, footprint * 60) - 0.5
        const distance = shape(dx * cosine + dz * sine, dz * cosine - dx * sine) + rough * 0.006
        const worn = noise.layers(atX * 28 + salt, atZ * 28, 2, 0)
        setSurface(surface, wet, 1, 0.1)
        tint(surface, dry, clamp01(worn * 1.6 - 0.3 + rough * 0.5))
        surface.tiltX = rough * 1.4
        surface.tiltZ = (worn - 0.5) * 0.8
        return coverage(distance, footprint) * opacity * clamp01((0.78 - worn) * 6)
      },
    }
  }
  const turn = random.between(0, Math.PI * 2)
  if (random.chance(0.55)) return { radius: 0.1, colour: wet, marks: [print(sole, 0, 0, turn, 0.104)] }
  const ahead = random.between(0.045, 0.06)
  const paws = [-1, 1].map((side) =>
    print(
      paw,
      Math.cos(turn) * ahead * side - Math.sin(turn) * 0.025 * side,
      Math.sin(turn) * ahead * side + Math.cos(turn) * 0.025 * side,
      turn,
      0.05,
    ),
  )
  return { radius: 0.1, colour: wet, marks: paws }
}
