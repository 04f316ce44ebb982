import { ink, mix } from '../materials/colour.ts'
import type { Noise } from '../materials/noise.ts'
import { cellHash } from '../random.ts'
import type { Random } from '../random.ts'
import { lineCoverage, setSurface, tint } from '../materials/surface.ts'
import type { Floor } from './floor.ts'

const glazes = [
  ['#d9d4c8', '#cdc6b6', '#8f897d'],
  ['#c8cdd0', '#b9c0c4', '#7d8286'],
  ['#c08562', '#b0744f', '#8d7c6c'],
  ['#e4e2dd', '#4c4f54', '#9a9890'],
  ['#9fb0ad', '#8ea3a1', '#d2d0c8'],
  ['#b9ab95', '#a89a84', '#6f675b'],
] as const

/** Square tiles with grout and rounded edges, of one colour or as a chequerboard. */
export function createTile(random: Random, noise: Noise): Floor {
  const [first, second, grout] = random.pick(glazes)
  const even = ink(first)
  const odd = mix(even, ink(second), random.chance(0.4) || second === '#4c4f54' ? 1 : 0.25)
  const joint = ink(grout)
  const size = random.between(0.16, 0.38)
  const gap = random.between(0.0015, 0.003)
  const bevel = size * 0.035
  const gloss = random.between(0.4, 0.75)
  const salt = random.bits()
  return (x, z, footprint, out) => {
    const column = Math.floor(x / size)
    const row = Math.floor(z / size)
    const own = cellHash(column, row, salt)
    const cloud = noise.layers(x * 6 + own * 90, z * 6 + own * 40, 3, footprint * 6) - 0.5
    const speck = noise.layers(x * 140, z * 140, 1, footprint * 140) - 0.5
    const tone = 1 + (own - 0.5) * 0.1 + cloud * 0.22 + speck * 0.12
    setSurface(out, (column + row) & 1 ? odd : even, tone, gloss)
    const acrossX = x - column * size < size / 2 ? x - column * size : x - (column + 1) * size
    const acrossZ = z - row * size < size / 2 ? z - row * size : z - (row + 1) * size
    if (footprint < bevel && Math.abs(acrossX) < bevel)
      out.tiltX = (acrossX > 0 ? -0.3 : 0.3) * (1 - Math.abs(acrossX) / bevel)
    if (footprint < bevel && Math.abs(acrossZ) < bevel)
      out.tiltZ = (acrossZ > 0 ? -0.3 : 0.3) * (1 - Math.abs(acrossZ) / bevel)
    const seam = Math.max(lineCoverage(acrossX, gap, footprint), lineCoverage(acrossZ, gap, footprint))
    tint(out, joint, seam)
    out.gloss *= 1 - seam
  }
}
