import { createBodyBuilder } from '../bodies/body.ts'
import type { Body, Material } from '../bodies/body.ts'
import { ink, mix } from '../materials/colour.ts'
import type { Noise } from '../materials/noise.ts'
import type { Random } from '../random.ts'
import { ramp } from '../materials/surface.ts'
import { black, wet } from './head.ts'

const skins = [
  ['#5f8a2e', '#2d4a18'],
  ['#4f9a3c', '#2a5a26'],
  ['#7d7440', '#3f3a20'],
  ['#8a6a3a', '#4a371e'],
] as const

export function createFrog(random: Random, noise: Noise): Body {
  const [bright, dark] = random.pick(skins)
  const salt = random.between(0, 200)
  const skin: Material = {
    base: ink(bright),
    accent: ink(dark),
    pattern: (x, y, z) => ramp(0.55, 0.62, noise.solid(x * 7 + salt, y * 7, z * 7)) * ramp(0.12, 0.25, y),
    gloss: 0.55,
    texture: 0.25,
    fineness: 24,
  }
  const belly: Material = { ...skin, base: mix(ink(bright), ink('#e6e0b8'), 0.6), pattern: () => 0 }
  const gold = wet(ink('#c9a032'))
  const builder = createBodyBuilder()
  builder.limb(skin, [-0.3, 0.17, 0], 0.15, [0.02, 0.27, 0], 0.22)
  builder.limb(belly, [-0.1, 0.16, 0], 0.16, [0.24, 0.2, 0], 0.15)
  builder.limb(skin, [0.2, 0.32, -0.07], 0.15, [0.2, 0.32, 0.07], 0.15)
  builder.limb(skin, [0.3, 0.28, -0.07], 0.1, [0.3, 0.28, 0.07], 0.1)
  builder.sides((side) => {
    builder.limb(skin, [0.23, 0.42, side * 0.12], 0.07, [0.23, 0.44, side * 0.13], 0.068)
    builder.ball(gold, [0.25, 0.455, side * 0.145], 0.062)
    builder.ball(black, [0.275, 0.46, side * 0.168], 0.04)
    builder.limb(skin, [-0.25, 0.17, side * 0.16], 0.1, [0.06, 0.16, side * 0.36], 0.085)
    builder.limb(skin, [0.06, 0.13, side * 0.37], 0.065, [-0.26, 0.06, side * 0.36], 0.045)
    builder.limb(skin, [-0.26, 0.05, side * 0.36], 0.04, [0, 0.03, side * 0.44], 0.03)
    builder.limb(skin, [0.2, 0.22, side * 0.17], 0.06, [0.26, 0.1, side * 0.25], 0.045)
    builder.limb(skin, [0.26, 0.1, side * 0.25], 0.042, [0.3, 0.03, side * 0.24], 0.032)
    for (const toe of [-0.07, 0, 0.07]) {
      builder.limb(skin, [0.3, 0.03, side * 0.24], 0.025, [0.4, 0.02, side * (0.25 + toe)], 0.02)
      builder.limb(skin, [0, 0.03, side * 0.44], 0.022, [0.11, 0.018, side * (0.46 + toe * 1.3)], 0.018)
    }
  })
  return { parts: builder.parts, flatten: 0.95, melt: 0.05, shag: 0, unit: 0.1 }
}
