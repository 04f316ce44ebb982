import { ink } from '../materials/colour.ts'
import type { Rgb } from '../materials/colour.ts'
import type { Material } from '../bodies/body.ts'
import type { Noise } from '../materials/noise.ts'
import type { Random } from '../random.ts'
import { ramp } from '../materials/surface.ts'

interface Coat {
  readonly base: string
  readonly accent: string
  readonly pattern: 'plain' | 'stripes' | 'patches' | 'saddle'
  readonly paws: string
}

const furry = { gloss: 0, texture: 1, fineness: 42 } as const

function patternOf(coat: Coat, random: Random, noise: Noise): NonNullable<Material['pattern']> {
  const salt = random.between(0, 200)
  switch (coat.pattern) {
    case 'plain':
      return (_x, y) => ramp(0.35, 0, y) * 0.5
    case 'stripes':
      return (x, y, z) => {
        const bend = noise.layers(x * 3 + salt, (y + Math.abs(z)) * 3, 2, 0) * 9
        return ramp(0.1, 0.75, Math.sin(x * 34 + bend)) * ramp(0.05, 0.3, y) * 0.85
      }
    case 'patches':
      return (x, y, z) => ramp(0.5, 0.55, noise.solid(x * 2.6 + salt, y * 2.6, z * 2.6))
    case 'saddle':
      return (x, y, z) =>
        ramp(0.02, 0.09, y - 0.36 - 0.18 * (noise.solid(x * 5 + salt, y * 5, z * 5) - 0.5)) * ramp(0.42, 0.3, x)
  }
}

/** Fur of one of the given coats, and the fur of its paws. */
export function pickCoat(
  coats: readonly Coat[],
  random: Random,
  noise: Noise,
): { coat: Material; paws: Material; face: Rgb } {
  const coat = random.pick(coats)
  const base = ink(coat.base)
  return {
    coat: { ...furry, base, accent: ink(coat.accent), pattern: patternOf(coat, random, noise) },
    paws: { ...furry, base: ink(coat.paws) },
    face: base,
  }
}
