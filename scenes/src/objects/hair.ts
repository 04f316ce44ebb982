import { ink, scale } from '../materials/colour.ts'
import type { Stain } from '../rendering/stain.ts'
import type { Random } from '../random.ts'
import { layStrand } from './strand.ts'

const hairs = ['#15100d', '#2a1a10', '#4a2f1b', '#0d0d0f', '#5c3a1e', '#efe9dd'] as const

export function createHair(random: Random): Stain {
  const colour = ink(random.pick(hairs))
  const radius = random.between(0.05, 0.085)
  const marks = Array.from({ length: random.integer(12, 26) }, () =>
    layStrand(
      {
        x: random.between(-0.5, 0.5) * radius,
        z: random.between(-0.5, 0.5) * radius,
        length: random.between(0.06, 0.16),
        halfWidth: 0.0006,
        curl: random.between(1, 6),
        colour: scale(colour, random.between(0.7, 1.3)),
        opacity: random.between(0.7, 0.95),
        within: radius,
      },
      random,
    ),
  )
  return { radius, colour, marks: marks.flat() }
}
