import type { Random } from '../random.ts'

/** Value noise over the plane, 0 to 1, one feature per unit; period 256 units. */
export interface Noise {
  at(x: number, y: number): number
  /** Fractal noise, 0 to 1 around 0.5; octaves finer than `footprint` (units per pixel) fade. */
  layers(x: number, y: number, octaves: number, footprint: number): number
  /** Cheap 3D noise: the mean of three planes. */
  solid(x: number, y: number, z: number): number
}

export function createNoise(random: Random): Noise {
  const order = new Uint8Array(512)
  for (let index = 0; index < 256; index += 1) order[index] = index
  for (let index = 255; index > 0; index -= 1) {
    const other = random.integer(0, index)
    const swapped = order[index]!
    order[index] = order[other]!
    order[other] = swapped
  }
  order.copyWithin(256, 0, 256)

  const at = (x: number, y: number): number => {
    const column = Math.floor(x)
    const row = Math.floor(y)
    const dx = x - column
    const dy = y - row
    const sx = dx * dx * (3 - 2 * dx)
    const sy = dy * dy * (3 - 2 * dy)
    const left = order[column & 255]!
    const right = order[(column + 1) & 255]!
    const top = row & 255
    const below = (row + 1) & 255
    const a = order[left + top]!
    const b = order[right + top]!
    const c = order[left + below]!
    const d = order[right + below]!
    const upper = a + (b - a) * sx
    return (upper + (c + (d - c) * sx - upper) * sy) / 255
  }

  const layers = (x: number, y: number, octaves: number, footprint: number): number => {
    let sum = 0.5
    let weight = 0.5
    let scale = 1
    for (let octave = 0; octave < octaves; octave += 1) {
      const strength = 1.6 - footprint * scale * 1.6
      if (strength <= 0) break
      sum += (at(x * scale + octave * 17.3, y * scale + octave * 31.7) - 0.5) * weight * (strength > 1 ? 1 : strength)
      weight *= 0.5
      scale *= 2.03
    }
    return sum
  }

  const solid = (x: number, y: number, z: number): number =>
    (at(x + z * 0.37, y) + at(y + 57.1, z + x * 0.41) + at(z + 113.9, x + y * 0.43)) / 3

  return { at, layers, solid }
}
