import { toLinear } from '../materials/colour.ts'
import type { Floor } from './floor.ts'

export interface FloorPicture {
  readonly levels: readonly Level[]
}

interface Level {
  readonly width: number
  readonly height: number
  /** RGB floats. */
  readonly colour: Float32Array
}

const usualMetres = 1
const gloss = 0.12

const linearOfByte = Float32Array.from({ length: 256 }, (_, byte) => toLinear(byte / 255))

export function createFloorPicture(rgb: Uint8Array, width: number, height: number): FloorPicture {
  const levels: Level[] = [{ width, height, colour: Float32Array.from(rgb, (byte) => linearOfByte[byte]!) }]
  for (let last = levels[0]!; last.width > 1 || last.height > 1; levels.push(last)) last = halve(last)
  return { levels }
}

function halve({ width, height, colour }: Level): Level {
  const [wide, high] = [Math.max(1, width >> 1), Math.max(1, height >> 1)]
  const halved = new Float32Array(wide * high * 3)
  for (let row = 0; row < high; row += 1) {
    for (let column = 0; column < wide; column += 1) {
      for (let channel = 0; channel < 3; channel += 1) {
        const at = (x: number, y: number) => colour[((y % height) * width + (x % width)) * 3 + channel]!
        const [x, y] = [column * 2, row * 2]
        halved[(row * wide + column) * 3 + channel] = (at(x, y) + at(x + 1, y) + at(x, y + 1) + at(x + 1, y + 1)) / 4
      }
    }
  }
  return { width: wide, height: high, colour: halved }
}

/** Repeats a tile with a width of `metres`. */
export function layFloorPicture({ levels }: FloorPicture, metres: number = usualMetres): Floor {
  const [{ width, height }] = levels as [Level]
  const pitch = metres / width
  const metresHigh = height * pitch
  const near = new Float32Array(3)
  const far = new Float32Array(3)
  return (x, z, footprint, out) => {
    const fineness = Math.max(0, Math.min(levels.length - 1, Math.log2(footprint / pitch)))
    const level = Math.floor(fineness)
    const share = fineness - level
    sample(levels[level]!, x / metres, z / metresHigh, near)
    if (share > 0) {
      sample(levels[level + 1]!, x / metres, z / metresHigh, far)
      for (let channel = 0; channel < 3; channel += 1) near[channel]! += (far[channel]! - near[channel]!) * share
    }
    out.red = near[0]!
    out.green = near[1]!
    out.blue = near[2]!
    out.gloss = gloss
    out.tiltX = 0
    out.tiltZ = 0
  }
}

function sample({ width, height, colour }: Level, u: number, v: number, out: Float32Array): void {
  const x = (u - Math.floor(u)) * width - 0.5
  const y = (v - Math.floor(v)) * height - 0.5
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [dx, dy] = [x - left, y - top]
  const [column, row] = [(left + width) % width, (top + height) % height]
  const [nextColumn, nextRow] = [(column + 1) % width, (row + 1) % height]
  for (let channel = 0; channel < 3; channel += 1) {
    const a = colour[(row * width + column) * 3 + channel]!
    const b = colour[(row * width + nextColumn) * 3 + channel]!
    const c = colour[(nextRow * width + column) * 3 + channel]!
    const d = colour[(nextRow * width + nextColumn) * 3 + channel]!
    const upper = a + (b - a) * dx
    out[channel] = upper + (c + (d - c) * dx - upper) * dy
  }
}
