import { createBodyBuilder } from '../bodies/body.ts'
import type { Body, Material, Point } from '../bodies/body.ts'
import { ink } from '../materials/colour.ts'
import type { Noise } from '../materials/noise.ts'
import type { Random } from '../random.ts'
import { ramp } from '../materials/surface.ts'
import { black } from './head.ts'

const skins = [
  ['#a58b63', '#5c4730'],
  ['#7f8a5a', '#3f4a2c'],
  ['#b79a7a', '#7a4f38'],
  ['#6d6a62', '#2f2d2a'],
] as const

/** A gecko: flat head, legs sprawled, the body in an S. */
export function createLizard(random: Random, noise: Noise): Body {
  const [bright, dark] = random.pick(skins)
  const salt = random.between(0, 200)
  const skin: Material = {
    base: ink(bright),
    accent: ink(dark),
    pattern: (x, y, z) =>
      ramp(0.2, 0.7, Math.sin(x * 26 + noise.at(x * 8 + salt, z * 8) * 4)) * ramp(0.03, 0.1, y) * 0.8,
    gloss: 0.25,
    texture: 0.45,
    fineness: 60,
  }
  const swing = random.sign() * random.between(0.05, 0.11)
  const spine = (x: number): number => Math.sin(x * 4.6) * swing * (x < -0.35 ? 1.8 : 1)
  const along = (xs: readonly number[], y: number): Point[] => xs.map((x) => [x, y, spine(x)])
  const builder = createBodyBuilder()
  builder.chain(skin, along([-0.35, -0.15, 0.08], 0.12), 0.08, 0.12)
  builder.chain(skin, along([0.08, 0.25, 0.36], 0.13), 0.11, 0.075)
  builder.limb(skin, [0.4, 0.14, spine(0.4)], 0.095, [0.55, 0.12, spine(0.5)], 0.045)
  builder.chain(skin, along([-0.35, -0.5, -0.65, -0.8, -0.95, -1.08], 0.09), 0.075, 0.014)
  builder.sides((side) => {
    const step = 0.07 * side * Math.sign(swing)
    const leg = (x: number, length: number): void => {
      const root: Point = [x, 0.11, spine(x) + side * 0.06]
      const elbow: Point = [x + step, 0.12, spine(x) + side * 0.2]
      const foot: Point = [x + step * 2 + length, 0.03, spine(x) + side * 0.27]
      builder.limb(skin, root, 0.045, elbow, 0.035)
      builder.limb(skin, elbow, 0.035, foot, 0.028)
      for (const toe of [-0.6, 0, 0.6]) {
        builder.limb(
          skin,
          foot,
          0.02,
          [foot[0] + Math.cos(toe) * 0.08, 0.02, foot[2] + Math.sin(toe + side * 0.5) * 0.08],
          0.016,
        )
      }
    }
    leg(0.22, 0.07)
    leg(-0.28, -0.02)
    builder.ball(black, [0.45, 0.2, spine(0.45) + side * 0.075], 0.032)
  })
  return { parts: builder.parts, flatten: 0.8, melt: 0.04, shag: 0, unit: 0.12 }
}
