import { ink } from '../materials/colour.ts'
import type { Noise } from '../materials/noise.ts'
import type { Random } from '../random.ts'
import { layPlanks } from './planks.ts'
import type { Floor } from './floor.ts'

const woods = [
  ['#cfa070', '#8f5f36'],
  ['#b67f4e', '#6d4324'],
  ['#8a5a38', '#4b2c19'],
  ['#d9b98c', '#a98154'],
  ['#a66a45', '#67391f'],
] as const

/** Solid boards: narrow, lively grain. */
export function createWood(random: Random, noise: Noise): Floor {
  const [light, dark] = random.pick(woods)
  return layPlanks(
    {
      light: ink(light),
      dark: ink(dark),
      width: random.between(0.075, 0.13),
      length: random.between(0.7, 1.4),
      gap: 0.0011,
      grain: random.between(0.55, 0.9),
      variety: random.between(0.4, 0.75),
      gloss: random.between(0.18, 0.4),
      salt: random.bits(),
    },
    noise,
  )
}
