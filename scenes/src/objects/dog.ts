import type { Body, BodyBuilder, Material, Point } from '../bodies/body.ts'
import type { Noise } from '../materials/noise.ts'
import type { Random } from '../random.ts'
import { ink } from '../materials/colour.ts'
import { pickCoat } from './coat.ts'
import { black, headSpace, wet } from './head.ts'
import { buildQuadruped, poses } from './quadruped.ts'

const coats = [
  { base: '#c9975a', accent: '#e2c79a', pattern: 'plain', paws: '#d9b98a' },
  { base: '#a9713f', accent: '#1f1b19', pattern: 'saddle', paws: '#b98250' },
  { base: '#ece6da', accent: '#7a4a26', pattern: 'patches', paws: '#f2eee6' },
  { base: '#26221f', accent: '#3a332d', pattern: 'plain', paws: '#8a5a34' },
  { base: '#6a4327', accent: '#4e3019', pattern: 'plain', paws: '#6a4327' },
  { base: '#efe9df', accent: '#23201e', pattern: 'patches', paws: '#f4f1ea' },
] as const

/** A long muzzle with a black nose, and ears that hang or stand. */
function addHead(
  builder: BodyBuilder,
  at: Point,
  turn: number,
  coat: Material,
  muzzle: Material,
  hanging: boolean,
): void {
  const head = headSpace(builder, at, turn)
  const ear: Material = { ...coat, base: [coat.base[0] * 0.65, coat.base[1] * 0.62, coat.base[2] * 0.6] }
  const brown = wet(ink('#2d1a0d'))
  head.limb(coat, [0, 0.03, 0], 0.13, [0.07, 0.02, 0], 0.115)
  head.limb(muzzle, [0.1, -0.015, 0], 0.085, [0.25, -0.045, 0], 0.058)
  head.limb(muzzle, [0.1, -0.07, 0], 0.05, [0.22, -0.09, 0], 0.034)
  head.ball(black, [0.3, -0.022, 0], 0.034)
  head.sides((side) => {
    if (hanging)
      head.chain(
        ear,
        [
          [-0.01, 0.1, side * 0.1],
          [-0.02, 0.04, side * 0.155],
          [0.005, -0.1, side * 0.15],
        ],
        0.05,
        0.045,
      )
    else head.limb(ear, [-0.02, 0.1, side * 0.08], 0.055, [-0.03, 0.24, side * 0.1], 0.01)
    head.ball(brown, [0.15, 0.055, side * 0.062], 0.027)
  })
}

export function createDog(random: Random, noise: Noise): Body {
  const { coat, paws } = pickCoat(coats, random, noise)
  const hanging = random.chance(0.65)
  const { parts } = buildQuadruped(
    {
      back: random.between(0.72, 0.86),
      chest: random.between(0.175, 0.2),
      hips: random.between(0.14, 0.165),
      leg: 0.06,
      neck: 0.3,
      coat,
      paws,
      tail: { length: random.between(0.35, 0.5), radius: 0.042, lift: random.between(0.15, 0.45) },
      head: (builder, at, turn) => addHead(builder, at, turn, coat, paws, hanging),
    },
    random.pick(poses),
    random,
  )
  return { parts, flatten: 1, melt: 0.07, shag: 0.024, unit: random.between(0.48, 0.66) }
}
