import { ink } from '../materials/colour.ts'
import type { Body, BodyBuilder, Material, Point } from '../bodies/body.ts'
import type { Noise } from '../materials/noise.ts'
import type { Random } from '../random.ts'
import { pickCoat } from './coat.ts'
import { black, headSpace, pink, wet } from './head.ts'
import { buildQuadruped, poses } from './quadruped.ts'

const coats = [
  { base: '#c98443', accent: '#7f4318', pattern: 'stripes', paws: '#e9d8bf' },
  { base: '#8d8479', accent: '#37312c', pattern: 'stripes', paws: '#b9b0a4' },
  { base: '#2a2827', accent: '#1a1918', pattern: 'plain', paws: '#2a2827' },
  { base: '#e9e4da', accent: '#2c2926', pattern: 'patches', paws: '#f2efe8' },
  { base: '#777f88', accent: '#5e666f', pattern: 'plain', paws: '#777f88' },
  { base: '#e6d9c2', accent: '#c07a3a', pattern: 'patches', paws: '#f0e8da' },
] as const

const irises = ['#b7a63a', '#6f9a4a', '#c58a2c', '#5d94a8'] as const

/** A round skull, short muzzle, upright pointed ears. */
function addHead(builder: BodyBuilder, at: Point, turn: number, coat: Material, iris: Material): void {
  const head = headSpace(builder, at, turn)
  const skin = pink()
  head.limb(coat, [0.02, 0.02, 0], 0.135, [0.06, 0.02, 0], 0.13)
  head.sides((side) => {
    head.limb(coat, [0.09, -0.035, side * 0.055], 0.065, [0.15, -0.05, side * 0.03], 0.045)
    head.limb(coat, [0.01, 0.1, side * 0.085], 0.05, [-0.005, 0.225, side * 0.115], 0.006)
    head.limb(skin, [0.045, 0.11, side * 0.088], 0.026, [0.02, 0.195, side * 0.111], 0.004)
    head.ball(iris, [0.146, 0.035, side * 0.062], 0.034)
    head.ball(black, [0.167, 0.036, side * 0.065], 0.018)
  })
  head.ball(skin, [0.2, -0.028, 0], 0.017)
}

export function createCat(random: Random, noise: Noise): Body {
  const { coat, paws } = pickCoat(coats, random, noise)
  const iris = wet(ink(random.pick(irises)))
  const { parts } = buildQuadruped(
    {
      back: random.between(0.6, 0.68),
      chest: random.between(0.155, 0.175),
      hips: random.between(0.15, 0.175),
      leg: 0.055,
      neck: 0.2,
      coat,
      paws,
      tail: { length: random.between(0.6, 0.75), radius: 0.042, lift: random.between(0.05, 0.35) },
      head: (builder, at, turn) => addHead(builder, at, turn, coat, iris),
    },
    random.pick(poses),
    random,
  )
  return { parts, flatten: 1, melt: 0.06, shag: 0.022, unit: 0.44 }
}
