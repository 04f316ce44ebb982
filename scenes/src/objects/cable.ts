import { createBodyBuilder } from '../bodies/body.ts'
import type { Body, Material, Point } from '../bodies/body.ts'
import { ink } from '../materials/colour.ts'
import type { Random } from '../random.ts'

export function createCable(random: Random): Body {
  const rubber: Material = {
    base: ink(random.pick(['#1c1c1e', '#e8e6e1', '#55585c'])),
    gloss: 0.3,
    texture: 0,
    fineness: 1,
  }
  let heading = random.between(-0.5, 0.5)
  let turn = random.between(0.2, 0.5) * random.sign()
  let at: Point = [-0.5, 0.014, 0]
  const points: Point[] = [at]
  for (let step = 0; step < 14; step += 1) {
    if (random.chance(0.3)) turn = -turn
    heading += turn
    at = [at[0] + Math.cos(heading) * 0.085, 0.014, at[2] + Math.sin(heading) * 0.085]
    points.push(at)
  }
  const builder = createBodyBuilder()
  builder.chain(rubber, points, 0.012, 0.012)
  builder.limb(rubber, at, 0.022, [at[0] + Math.cos(heading) * 0.06, 0.022, at[2] + Math.sin(heading) * 0.06], 0.022)
  return { parts: builder.parts, flatten: 1, melt: 0.005, shag: 0, unit: random.between(0.35, 0.5) }
}
