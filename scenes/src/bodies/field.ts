import type { Part } from './body.ts'

/** Signed distance to a selection of parts, in the body's units. */
export interface Field {
  /** Selects the parts that distances are measured to. */
  choose(parts: readonly Part[]): void
  distance(x: number, y: number, z: number): number
  /** The part that the last distance was nearest to. */
  nearest(): Part
}

/** Numbers of a part in the flat list that the inner loop reads: start, way to the end, 1/length², radius, its change, softness. */
const stride = 10

export function createField(melt: number): Field {
  let numbers = new Float64Array(stride * 16)
  let size = 0
  let selected: readonly Part[] = []
  let last = 0
  return {
    nearest: () => selected[last]!,
    choose(parts) {
      selected = parts
      size = parts.length * stride
      if (size > numbers.length) numbers = new Float64Array(size * 2)
      parts.forEach((part, index) => {
        const dx = part.bx - part.ax
        const dy = part.by - part.ay
        const dz = part.bz - part.az
        const length = dx * dx + dy * dy + dz * dz
        const inverse = length > 0 ? 1 / length : 0
        const change = part.endRadius - part.startRadius
        const soft = part.soft ? 1 : 0
        numbers.set([part.ax, part.ay, part.az, dx, dy, dz, inverse, part.startRadius, change, soft], index * stride)
      })
    },
    distance(x, y, z) {
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
