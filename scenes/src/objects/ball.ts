import { createBodyBuilder } from '../bodies/body.ts'
import type { Body } from '../bodies/body.ts'
import { ink } from '../materials/colour.ts'
import type { Random } from '../random.ts'
import { ramp } from '../materials/surface.ts'

const pairs = [
  ['#c23b32', '#f0ece2'],
  ['#2f6db0', '#f2c53d'],
  ['#c9dc3f', '#eef3cf'],
  ['#e08a2c', '#3b3a3a'],
] as const

export function createBall(random: Random): Body {
  const [base, accent] = random.pick(pairs)
  const lean = random.between(-0.7, 0.7)
  const builder = createBodyBuilder()
  builder.ball(
    {
      base: ink(base),
      accent: ink(accent),
      pattern: (x, y, z) => ramp(0.16, 0.13, Math.abs(y - 0.5 + x * lean + z * 0.3)),
      gloss: 0.7,
      texture: 0.05,
      fineness: 20,
    },
    [0, 0.5, 0],
    0.5,
  )
  return { parts: builder.parts, flatten: 1, melt: 0.01, shag: 0, unit: random.between(0.06, 0.14) }
}
