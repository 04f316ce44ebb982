import { ink } from '../materials/colour.ts'
import type { Noise } from '../materials/noise.ts'
import type { Random } from '../random.ts'
import { clamp01, coverage, createSurface, setSurface, tint } from '../materials/surface.ts'
import type { Floor } from './floor.ts'

const weaves = [
  ['#8a3b34', '#d9c6a0', '#2f3a4d'],
  ['#3d5568', '#d4cbb8', '#9a5a3c'],
  ['#c9bfa8', '#7d7566', '#57616b'],
  ['#56694f', '#dcd2b4', '#a4763c'],
] as const

export function layRug(floor: Floor, random: Random, noise: Noise): Floor {
  const [field, band, figure] = random.pick(weaves).map((hex) => ink(hex))
  if (field === undefined || band === undefined || figure === undefined) return floor
  const halfX = random.between(0.45, 0.8)
  const halfZ = random.between(0.35, 0.6)
  const middleX = random.between(-0.6, 0.6)
  const middleZ = random.between(0.9, 1.8)
  const turn = random.between(-0.5, 0.5)
  const sine = Math.sin(turn)
  const cosine = Math.cos(turn)
  const under = createSurface()
  return (x, z, footprint, out) => {
    const dx = x - middleX
    const dz = z - middleZ
    const rugX = Math.abs(dx * cosine + dz * sine)
    const rugZ = Math.abs(dz * cosine - dx * sine)
    const edge = Math.max(rugX - halfX, rugZ - halfZ)
    floor(x, z, footprint, out)
    if (edge > 0.05) return
    const shade = 1 - 0.45 * clamp01(1 - edge / 0.03)
    if (edge > footprint) {
      out.red *= shade
      out.green *= shade
      out.blue *= shade
      return
    }
    const thread = noise.layers(x * 120, z * 120, 2, footprint * 120) - 0.5
    Object.assign(under, out)
    setSurface(out, field, 1 + thread * 0.7, 0)
    const lozenge = Math.abs(((rugX * 7) % 1) - 0.5) + Math.abs(((rugZ * 7) % 1) - 0.5)
    tint(out, figure, coverage((Math.abs(lozenge - 0.5) - 0.12) / 7, footprint) * 0.9)
    tint(out, band, coverage(Math.abs(edge + 0.07) - 0.022, footprint))
    tint(out, figure, coverage(Math.abs(edge + 0.012) - 0.012, footprint))
    const rug = coverage(edge, footprint)
    out.red = under.red + (out.red - under.red) * rug
    out.green = under.green + (out.green - under.green) * rug
    out.blue = under.blue + (out.blue - under.blue) * rug
    out.tiltX = thread * 0.3
  }
}
