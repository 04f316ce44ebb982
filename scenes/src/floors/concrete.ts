import { ink } from '../materials/colour.ts'
import type { Noise } from '../materials/noise.ts'
import type { Random } from '../random.ts'
import { lineCoverage, ramp, setSurface } from '../materials/surface.ts'
import type { Floor } from './floor.ts'

const mixes = ['#9b9a96', '#8a8b8d', '#a8a39a', '#7c7d7d'] as const

/** Trowelled concrete: clouds, pores and hairline cracks. */
export function createConcrete(random: Random, noise: Noise): Floor {
  const grey = ink(random.pick(mixes))
  const gloss = random.between(0.05, 0.22)
  const cracked = random.chance(0.6)
  return (x, z, footprint, out) => {
    const cloud = noise.layers(x * 1.6, z * 1.6, 5, footprint * 1.6) - 0.5
    const grit = noise.layers(x * 190, z * 190, 1, footprint * 190) - 0.5
    const pore = ramp(0.8, 0.9, noise.layers(x * 60 + 70, z * 60, 1, footprint * 60))
    let tone = 1 + cloud * 0.75 + grit * 0.3 - pore * 0.3
    if (cracked) {
      const bend = noise.layers(x * 0.9 + 11, z * 0.9 + 80, 4, footprint) - 0.5
      tone *= 1 - 0.45 * lineCoverage(bend, 0.0016, footprint * 1.5 + 0.0005)
    }
    setSurface(out, grey, tone, gloss * (0.6 + cloud))
    out.tiltX = grit * 0.15
  }
}
