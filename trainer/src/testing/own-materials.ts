import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { randomAt, type Random } from '../random.ts'

/** Color of a material at a point in pattern units; red, green and blue from 0 to 1. */
type Paint = (x: number, y: number) => readonly [number, number, number]

const shade = ([red, green, blue]: readonly [number, number, number], factor: number) =>
  [red * factor, green * factor, blue * factor] as const

const cell = (seed: number, column: number, row: number) => randomAt(seed, column, row).uniform()

/** Smooth noise with one feature per unit. */
function cloud(seed: number, x: number, y: number): number {
  const [column, row] = [Math.floor(x), Math.floor(y)]
  const ease = (t: number) => t * t * (3 - 2 * t)
  const [dx, dy] = [ease(x - column), ease(y - row)]
  const at = (right: number, down: number) => cell(seed, column + right, row + down)
  const upper = at(0, 0) + (at(1, 0) - at(0, 0)) * dx
  return upper + (at(0, 1) + (at(1, 1) - at(0, 1)) * dx - upper) * dy
}

function woven(seed: number): Paint {
  return (x, y) => {
    const [column, row] = [Math.floor(x), Math.floor(y)]
    const isAcross = (column + row) % 2 === 0
    const [along, across] = isAcross ? [x - column, y - row] : [y - row, x - column]
    const round = Math.sin(Math.PI * along) ** 0.5 * (0.75 + 0.25 * Math.abs(Math.sin(Math.PI * 3 * across)))
    const strand = 0.85 + 0.3 * cell(seed, column * 3 + Math.floor(across * 3), row)
    return shade(isAcross ? [0.82, 0.7, 0.45] : [0.62, 0.48, 0.28], Math.max(0.25, round * strand))
  }
}

function brick(seed: number): Paint {
  return (x, y) => {
    const row = Math.floor(y * 1.6)
    const shifted = x * 0.8 + (row % 2) * 0.5
    const column = Math.floor(shifted)
    const [along, across] = [shifted - column, y * 1.6 - row]
    if (along < 0.05 || along > 0.95 || across < 0.1 || across > 0.9)
      return shade([0.75, 0.73, 0.7], 0.9 + 0.1 * cloud(seed, x * 9, y * 9))
    const own = cell(seed, column, row)
    return shade([0.62 + 0.15 * own, 0.25 + 0.08 * own, 0.2], 0.8 + 0.4 * cloud(seed + 1, x * 7, y * 7))
  }
}

function speckled(seed: number): Paint {
  return (x, y) => {
    const grain = cell(seed, Math.floor(x * 7), Math.floor(y * 7))
    const large = cloud(seed + 1, x * 3, y * 3)
    if (grain > 0.86) return [0.12, 0.13, 0.15]
    if (large > 0.72) return [0.9, 0.9, 0.88]
    return shade([0.45, 0.52, 0.55], 0.8 + 0.4 * cloud(seed + 2, x * 5, y * 5))
  }
}

export const ownMaterials = { woven, brick, speckled } as const

const [width, height] = [320, 240]
/** Width of a photo in pattern units: minimum, and random addition. */
const [narrowest, spread] = [10, 1.5]
/** Mean height of a photo in pattern units. */
const unitsHigh = ((narrowest + spread / 2) * height) / width
/** Supersampling per axis. */
const points = 2

function photograph(paint: Paint, random: Random): Uint8Array {
  const perPixel = (narrowest + spread * random.uniform()) / width
  const turn = (random.uniform() - 0.5) * 0.08
  const [left, top] = [100 + 400 * random.uniform(), 100 + 400 * random.uniform()]
  const brightness = 0.9 + 0.2 * random.uniform()
  const rgb = new Uint8Array(width * height * 3)
  for (let at = 0; at < width * height; at++) {
    const sum = [0, 0, 0]
    for (let point = 0; point < points * points; point++) {
      const u = ((at % width) + ((point % points) + 0.5) / points) * perPixel
      const v = (Math.floor(at / width) + (Math.floor(point / points) + 0.5) / points) * perPixel
      const colour = paint(
        left + u * Math.cos(turn) - v * Math.sin(turn),
        top + u * Math.sin(turn) + v * Math.cos(turn),
      )
      colour.forEach((value, channel) => (sum[channel]! += value / points ** 2))
    }
    const noise = 0.015 * random.normal()
    sum.forEach((value, channel) => {
      rgb[at * 3 + channel] = Math.max(0, Math.min(255, Math.round(255 * (value * brightness + noise))))
    })
  }
  return rgb
}

/** Writes photos of a material, seeded from `first` on. */
export async function writePhotos(folder: string, kind: keyof typeof ownMaterials, first: number, count: number) {
  mkdirSync(folder, { recursive: true })
  const paint = ownMaterials[kind](2_026)
  for (let number = first; number < first + count; number++) {
    const image = sharp(photograph(paint, randomAt(77, number)), { raw: { width, height, channels: 3 } })
    await image.jpeg({ quality: 92 }).toFile(join(folder, `photo-${number}.jpg`))
  }
}

/** Writes pictures of the material itself as floors: each shows `across` times a photo's height, without sensor noise. */
export async function writeFloors(folder: string, kind: keyof typeof ownMaterials, count: number, across: number) {
  mkdirSync(folder, { recursive: true })
  const [paint, size] = [ownMaterials[kind](2_026), 1_024]
  const perPixel = (unitsHigh * across) / size
  for (let number = 0; number < count; number++) {
    const random = randomAt(78, number)
    const [left, top] = [100 + 400 * random.uniform(), 100 + 400 * random.uniform()]
    const rgb = new Uint8Array(size * size * 3)
    for (let at = 0; at < size * size; at++) {
      const colour = paint(left + (at % size) * perPixel, top + Math.floor(at / size) * perPixel)
      rgb.set(
        colour.map((value) => Math.max(0, Math.min(255, Math.round(255 * value)))),
        at * 3,
      )
    }
    const image = sharp(rgb, { raw: { width: size, height: size, channels: 3 } })
    await image.png().toFile(join(folder, `floor-${number}.png`))
  }
}
