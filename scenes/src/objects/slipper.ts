import { createBodyBuilder } from '../bodies/body.ts'
import type { Body, Material } from '../bodies/body.ts'
import { ink } from '../materials/colour.ts'
import type { Random } from '../random.ts'

/** A house slipper: flat sole, rounded toe cap. */
export function createSlipper(random: Random): Body {
  const cloth: Material = {
    base: ink(random.pick(['#5d6f86', '#8a4a48', '#6f7f62', '#7d7366'])),
    gloss: 0,
    texture: 0.5,
    fineness: 40,
  }
  const sole: Material = { base: ink('#d9cfbd'), gloss: 0.05, texture: 0.2, fineness: 30 }
  const builder = createBodyBuilder()
  builder.limb(sole, [-0.36, 0.06, 0], 0.13, [0.3, 0.06, 0], 0.17)
  builder.limb(cloth, [0.08, 0.22, -0.03], 0.16, [0.34, 0.14, 0], 0.155)
  builder.limb(cloth, [0.08, 0.22, 0.03], 0.16, [0.34, 0.14, 0], 0.155)
  return { parts: builder.parts, flatten: 0.7, melt: 0.03, shag: 0.01, unit: 0.27 }
}
