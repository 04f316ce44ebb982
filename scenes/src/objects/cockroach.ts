import { createBodyBuilder } from '../bodies/body.ts'
import type { Body, Material } from '../bodies/body.ts'
import { ink } from '../materials/colour.ts'
import type { Random } from '../random.ts'
import { ramp } from '../materials/surface.ts'

const shells = ['#5a2c12', '#3f1e0d', '#6e3a17', '#2c1a10'] as const

export function createCockroach(random: Random): Body {
  const brown = ink(random.pick(shells))
  const wings: Material = {
    base: brown,
    accent: [brown[0] * 0.25, brown[1] * 0.25, brown[2] * 0.25],
    pattern: (_x, _y, z) => ramp(0.022, 0.006, Math.abs(z)),
    gloss: 0.8,
    texture: 0.12,
    fineness: 30,
  }
  const shield: Material = {
    ...wings,
    base: ink('#8a5226'),
    pattern: (x, _y, z) => ramp(0.1, 0.06, Math.hypot(x - 0.3, z)),
  }
  const horn: Material = { base: [brown[0] * 0.6, brown[1] * 0.6, brown[2] * 0.6], gloss: 0.4, texture: 0, fineness: 1 }
  const builder = createBodyBuilder()
  builder.limb(wings, [-0.38, 0.3, 0], 0.14, [-0.1, 0.34, 0], 0.22)
  builder.limb(wings, [-0.1, 0.34, 0], 0.22, [0.14, 0.34, 0], 0.2)
  builder.limb(shield, [0.27, 0.34, -0.07], 0.13, [0.27, 0.34, 0.07], 0.13)
  builder.limb(horn, [0.4, 0.28, 0], 0.075, [0.44, 0.24, 0], 0.06)
  builder.sides((side) => {
    const sway = random.between(-0.08, 0.08)
    builder.chain(
      horn,
      [
        [0.46, 0.3, side * 0.04],
        [0.62, 0.45, side * (0.15 + sway)],
        [0.8, 0.4, side * (0.28 + sway)],
        [0.95, 0.2, side * (0.36 + sway)],
      ],
      0.018,
      0.012,
    )
    for (const [root, knee, foot] of [
      [0.22, 0.34, 0.46],
      [0.04, 0.02, -0.1],
      [-0.14, -0.3, -0.52],
    ] as const) {
      const step = random.between(-0.05, 0.05)
      builder.limb(horn, [root, 0.25, side * 0.13], 0.04, [knee + step, 0.34, side * 0.32], 0.03)
      builder.limb(horn, [knee + step, 0.34, side * 0.32], 0.028, [foot + step, 0.03, side * 0.46], 0.016)
    }
  })
  return { parts: builder.parts, flatten: 0.48, melt: 0.035, shag: 0, unit: 0.072 }
}
