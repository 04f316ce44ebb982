import { ink } from '../materials/colour.ts'
import type { Noise } from '../materials/noise.ts'
import type { Random } from '../random.ts'
import { layPlanks } from './planks.ts'
import type { Floor } from './floor.ts'

const prints = [
  ['#c9bfae', '#a1937d'],
  ['#b4ada3', '#88827a'],
  ['#d8c8ad', '#b69f7c'],
  ['#8d8377', '#655c53'],
] as const

/** Printed boards: wide, calm, pale and slightly shiny. */
export function createLaminate(random: Random, noise: Noise): Floor {
  const [light, dark] = random.pick(prints)
  return layPlanks(
    {
      light: ink(light),
      dark: ink(dark),
      width: random.between(0.17, 0.22),
      length: random.between(1.1, 1.4),
      gap: 0.0009,
      grain: random.between(0.4, 0.65),
      variety: random.between(0.15, 0.35),
      gloss: random.between(0.3, 0.5),
      salt: random.bits(),
    },
    noise,
  )
}
