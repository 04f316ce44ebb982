import type { Part } from './body.ts'

/** Signed distance field of selected parts, in the body's units. */
export interface Field {
  choose(indices: readonly number[]): void
  distance(x: number, y: number, z: number): number
  /** Nearest part of the last distance. */
  nearest(): Part
}

/** Machine-independent cost counter: distance evaluations of single parts in this process. */
export const work = { distances: 0 }

/** Values per part in the flat list of the inner loop: start, vector to the end, 1/length², radius, its change, softness. */
const stride = 10

function numbersOf(part: Part): number[] {
  const dx = part.bx - part.ax
  const dy = part.by - part.ay
  const dz = part.bz - part.az
  const length = dx * dx + dy * dy + dz * dz
  const inverse = length > 0 ? 1 / length : 0
  const change = part.endRadius - part.startRadius
  return [part.ax, part.ay, part.az, dx, dy, dz, inverse, part.startRadius, change, part.soft ? 1 : 0]
}

export function createField(parts: readonly Part[], melt: number): Field {
  const numbersOfParts = parts.map(numbersOf)
  const numbers = new Float64Array(parts.length * stride)
  let selected: readonly number[] = []
  let size = 0
  let last = 0
  return {
    nearest: () => parts[selected[last]!]!,
    choose(indices) {
      selected = indices
      size = indices.length * stride
      indices.forEach((part, index) => numbers.set(numbersOfParts[part]!, index * stride))
    },
    distance(x, y, z) {
      work.distances += size / stride
      let melted = 1e9
      let closest = 1e9
      let nearest = 0
      for (let at = 0; at < size; at += stride) {
        const px = x - numbers[at]!
        const py = y - numbers[at + 1]!
        const pz = z - numbers[at + 2]!
        const dx = numbers[at + 3]!
        const dy = numbers[at + 4]!
        const dz = numbers[at + 5]!
        let along = (px * dx + py * dy + pz * dz) * numbers[at + 6]!
        along = along < 0 ? 0 : along > 1 ? 1 : along
        const ox = px - dx * along
        const oy = py - dy * along
        const oz = pz - dz * along
        const distance = Math.sqrt(ox * ox + oy * oy + oz * oz) - numbers[at + 7]! - numbers[at + 8]! * along
        if (distance < closest) {
          closest = distance
          nearest = at
        }
        const overlap = numbers[at + 9]! > 0 ? melt - Math.abs(melted - distance) : 0
        melted = (distance < melted ? distance : melted) - (overlap > 0 ? (overlap * overlap) / (4 * melt) : 0)
      }
      last = nearest / stride
      return melted
    },
  }
}
