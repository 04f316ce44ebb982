import { createBodyBuilder } from '../bodies/body.ts'
import type { Body, Material } from '../bodies/body.ts'
import { ink } from '../materials/colour.ts'
import type { Random } from '../random.ts'

export function createStool(random: Random): Body {
  const wood: Material = {
    base: ink(random.pick(['#6b4428', '#a8794c', '#2c2a29', '#d8d3c8'])),
    gloss: 0.35,
    texture: 0.15,
    fineness: 25,
  }
  const top: Material = { ...wood, base: ink(random.pick(['#b98a58', '#6e7f8d', '#9c4f45', '#d8d3c8'])) }
  const builder = createBodyBuilder()
  for (const angle of [0.3, 2.4, 4.5]) {
    const x = Math.cos(angle)
    const z = Math.sin(angle)
    builder.limb(wood, [x * 0.46, 0.04, z * 0.46], 0.04, [x * 0.3, 0.9, z * 0.3], 0.055)
  }
  for (let spoke = 0; spoke < 18; spoke += 1) {
    const angle = (spoke * Math.PI) / 9
    builder.limb(top, [0, 0.98, 0], 0.11, [Math.cos(angle) * 0.32, 0.98, Math.sin(angle) * 0.32], 0.11)
  }
  return { parts: builder.parts, flatten: 1, melt: 0.06, shag: 0, unit: 0.3 }
}
