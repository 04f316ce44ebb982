import { createBodyBuilder } from '../bodies/body.ts'
import type { Body, Material, Point } from '../bodies/body.ts'
import { ink } from '../materials/colour.ts'
import type { Random } from '../random.ts'
import { ramp } from '../materials/surface.ts'
import { black, pink } from './head.ts'

const furs = ['#7d746b', '#5b544e', '#a08770', '#e6e1d8', '#8a6a4c'] as const

export function createMouse(random: Random): Body {
  const fur: Material = {
    base: ink(random.pick(furs)),
    accent: ink('#cfc5b8'),
    pattern: (_x, y) => ramp(0.16, 0.05, y) * 0.7,
    gloss: 0,
    texture: 0.9,
    fineness: 34,
  }
  const skin = pink()
  const builder = createBodyBuilder()
  const look = random.between(-0.1, 0.1)
  builder.limb(fur, [-0.22, 0.22, 0], 0.21, [0.1, 0.19, 0], 0.165)
  builder.limb(fur, [0.12, 0.2, 0], 0.155, [0.33, 0.2, look], 0.12)
  builder.limb(fur, [0.34, 0.19, look], 0.11, [0.5, 0.15, look * 1.5], 0.035)
  builder.ball(skin, [0.535, 0.15, look * 1.6], 0.022)
  builder.sides((side) => {
    builder.limb(fur, [0.25, 0.3, look + side * 0.1], 0.05, [0.23, 0.36, look + side * 0.135], 0.09)
    builder.ball(skin, [0.265, 0.365, look + side * 0.14], 0.062)
    builder.ball(black, [0.415, 0.235, look + side * 0.085], 0.028)
    builder.limb(skin, [0.2, 0.08, side * 0.11], 0.04, [0.28, 0.025, side * 0.12], 0.025)
    builder.limb(skin, [-0.16, 0.06, side * 0.18], 0.05, [-0.02, 0.025, side * 0.2], 0.028)
  })
  const bend = random.between(-1.4, 1.4)
  let heading = Math.PI
  let at: Point = [-0.4, 0.12, 0]
  const tail: Point[] = [at]
  for (let step = 0; step < 9; step += 1) {
    heading += (bend / 9) * (step < 5 ? 1 : -1.3)
    at = [at[0] + Math.cos(heading) * 0.085, Math.max(0.028, at[1] - 0.025), at[2] + Math.sin(heading) * 0.085]
    tail.push(at)
  }
  builder.chain(skin, tail, 0.036, 0.014)
  return { parts: builder.parts, flatten: 1, melt: 0.06, shag: 0.02, unit: 0.115 }
}
