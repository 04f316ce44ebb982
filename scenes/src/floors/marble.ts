import { ink } from '../materials/colour.ts'
import type { Noise } from '../materials/noise.ts'
import { cellHash } from '../random.ts'
import type { Random } from '../random.ts'
import { lineCoverage, setSurface, tint } from '../materials/surface.ts'
import type { Floor } from './floor.ts'

const stones = [
  ['#e6e3de', '#8b8a8c'],
  ['#d8cbb6', '#94805f'],
  ['#3c4246', '#a9adae'],
  ['#cfd3cf', '#6f7f78'],
] as const

/** Polished slabs whose veins start anew at every joint. */
export function createMarble(random: Random, noise: Noise): Floor {
  const [ground, vein] = random.pick(stones)
  const stone = ink(ground)
  const line = ink(vein)
  const size = random.between(0.45, 0.8)
  const salt = random.bits()
  return (x, z, footprint, out) => {
    const column = Math.floor(x / size)
    const row = Math.floor(z / size)
    const shift = cellHash(column, row, salt) * 190
    const warpX = noise.layers(x * 2.3 + shift, z * 2.3, 3, footprint * 2.3) - 0.5
    const field = noise.layers(x * 1.7 + warpX * 2.4 + shift, z * 2.6 + warpX * 1.6, 4, footprint * 2)
    const thin = Math.abs(field - 0.5)
    const broad = Math.abs(noise.layers(x * 3.9 + shift + warpX * 3, z * 1.4 + 50, 3, footprint * 4) - 0.52)
    setSurface(out, stone, 1 + (field - 0.5) * 0.35, 0.8)
    tint(out, line, 0.55 * Math.exp(-thin * 60) + 0.25 * Math.exp(-broad * 30))
    const acrossX = x - column * size < size / 2 ? x - column * size : x - (column + 1) * size
    const acrossZ = z - row * size < size / 2 ? z - row * size : z - (row + 1) * size
    const seam = Math.max(lineCoverage(acrossX, 0.0009, footprint), lineCoverage(acrossZ, 0.0009, footprint))
    tint(out, line, seam * 0.8)
  }
}
