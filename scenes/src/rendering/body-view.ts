import { areaOfSphere, project, rayThrough } from './camera.ts'
import type { Area, Camera, Vector } from './camera.ts'
import type { Part, PlacedBody } from '../bodies/body.ts'
import { createField } from '../bodies/field.ts'
import type { Field } from '../bodies/field.ts'
import type { Noise } from '../materials/noise.ts'

/** Tile side in pixels: a body's parts within a tile are looked up once. */
export const tileSide = 8
/** Minimum coverage at which a pixel belongs to the body. */
const halfCovered = 0.5
/** Coverage too small to be painted. */
const barelyCovered = 0.01
const steps = 28

interface Disc {
  readonly x: number
  readonly y: number
  readonly radius: number
  /** Depth range of possible hits. */
  readonly from: number
  readonly to: number
}

function discOf(camera: Camera, { body, size, sine, cosine, ...at }: PlacedBody, part: Part): Disc {
  const x = (part.ax + part.bx) / 2
  const y = ((part.ay + part.by) / 2) * body.flatten
  const z = (part.az + part.bz) / 2
  const half = Math.hypot(part.bx - part.ax, part.by - part.ay, part.bz - part.az) / 2
  const extent = (half + Math.max(part.startRadius, part.endRadius) + body.melt + body.shag) * size
  const middle: Vector = { x: 0, y: 0, z: 0 }
  project(camera, at.x + (x * cosine - z * sine) * size, y * size, at.z + (x * sine + z * cosine) * size, middle)
  const near = Math.max(0.02, middle.z - extent)
  const radius = (camera.focal * extent * 1.25) / near
  return { x: middle.x, y: middle.y, radius, from: near, to: middle.z + extent }
}

/** A ray in the body's units, as long as one meter of depth. */
export interface LocalRay {
  readonly ox: number
  readonly oy: number
  readonly oz: number
  dx: number
  dy: number
  dz: number
}

/** Start of all camera rays in the body's own units. */
function startRay(camera: Camera, { x, z, size, sine, cosine, body }: PlacedBody): LocalRay {
  return {
    ox: (-x * cosine + -z * sine) / size,
    oz: (-z * cosine - -x * sine) / size,
    oy: camera.above / (size * body.flatten),
    dx: 0,
    dy: 0,
    dz: 0,
  }
}

interface Meeting {
  depth: number
  /** In units; not positive on a hit. */
  distance: number
}

/** A body as seen by the camera, pixel by pixel. */
export interface BodyView {
  readonly area: Area
  /** Pixel width at the body, in its units. */
  readonly pixel: number
  readonly field: Field
  /** Line of sight through the last pixel, in the world and in the body's units. */
  readonly sight: Vector
  readonly ray: LocalRay
  readonly meeting: Meeting
  /** Moves to a tile of pixels; returns whether it may show the body. */
  turnTo(left: number, top: number): boolean
  /** Coverage of a pixel of that tile by the body: 0 for too little, 1 for a hit. */
  coverage(column: number, row: number): number
  /** Cheaper test for sufficient `coverage`. */
  isShown(column: number, row: number): boolean
}

export const isEnough = (coverage: number): boolean => coverage >= halfCovered

export function viewBody(camera: Camera, placedBody: PlacedBody, noise: Noise): BodyView {
  const { body, size, sine, cosine } = placedBody
  const { parts, melt, shag, flatten } = body
  const middleDepth = placedBody.middleZ * camera.cosine - (placedBody.middleY - camera.above) * camera.sine
  const pixel = middleDepth / (camera.focal * size)
  const discs = parts.map((part) => discOf(camera, placedBody, part))
  const field = createField(parts, melt)
  const sight: Vector = { x: 0, y: 0, z: 0 }
  const ray = startRay(camera, placedBody)
  const clearances = createClearances(parts, ray)
  const meeting: Meeting = { depth: 0, distance: 0 }
  let from = Infinity
  let to = 0

  function aim(column: number, row: number): void {
    rayThrough(camera, column, row, sight)
    ray.dx = (sight.x * cosine + sight.z * sine) / size
    ray.dz = (sight.z * cosine - sight.x * sine) / size
    ray.dy = sight.y / (size * flatten)
  }

  function softness(column: number, row: number): number {
    const shaggy = shag > pixel * 0.4 ? shag * (0.1 + 1.5 * noise.at(column * 0.9, row * 0.9)) : 0
    return pixel * 0.9 + shaggy
  }

  const coverageOf = (distance: number, extent: number) => (distance <= 0 ? 1 : 1 - distance / extent)

  return {
    area: areaOfSphere(camera, placedBody.middleX, placedBody.middleY, placedBody.middleZ, placedBody.radius),
    pixel,
    field,
    sight,
    ray,
    meeting,
    turnTo(left, top) {
      const selection: number[] = []
      from = Infinity
      to = 0
      discs.forEach((disc, index) => {
        const extent = disc.radius + tileSide * 0.71 + 1
        const dx = disc.x - left - tileSide / 2
        const dy = disc.y - top - tileSide / 2
        if (dx * dx + dy * dy >= extent * extent) return
        selection.push(index)
        from = Math.min(from, disc.from)
        to = Math.max(to, disc.to)
      })
      field.choose(selection)
      clearances.choose(selection)
      return selection.length > 0
    },
    coverage(column, row) {
      const extent = softness(column, row)
      aim(column + 0.5, row + 0.5)
      if (!clearances.isWithin(ray, melt + extent)) return 0
      follow(field, ray, from, to, pixel, 0, meeting)
      const coverage = coverageOf(meeting.distance, extent)
      return coverage <= barelyCovered ? 0 : coverage
    },
    isShown(column, row) {
      const extent = softness(column, row)
      aim(column + 0.5, row + 0.5)
      if (!clearances.isWithin(ray, melt + extent * halfCovered)) return false
      follow(field, ray, from, to, pixel, extent * halfCovered * 0.999, meeting)
      return isEnough(coverageOf(meeting.distance, extent))
    },
  }
}

function follow(
  field: Field,
  ray: LocalRay,
  from: number,
  to: number,
  pixel: number,
  enough: number,
  out: Meeting,
): void {
  const speed = Math.sqrt(ray.dx * ray.dx + ray.dy * ray.dy + ray.dz * ray.dz)
  let depth = from
  out.distance = 1e9
  out.depth = depth
  for (let step = 0; step < steps && depth < to; step += 1) {
    const distance = field.distance(ray.ox + ray.dx * depth, ray.oy + ray.dy * depth, ray.oz + ray.dz * depth)
    if (distance < out.distance) {
      out.distance = distance
      out.depth = depth
    }
    if (distance < pixel * 0.12) {
      out.distance = 0
      return
    }
    if (out.distance <= enough) return
    depth += (distance * 0.92) / speed
  }
}

/** Values per part in the flat list: vectors from the camera to its start and from there to its end, and derived products. */
const stride = 10

/** Bounds on the distance between rays and parts, without ray marching. */
function createClearances(parts: readonly Part[], { ox, oy, oz }: LocalRay) {
  const numbersOfParts = parts.map((part) => {
    const [wx, wy, wz] = [part.ax - ox, part.ay - oy, part.az - oz]
    const [dx, dy, dz] = [part.bx - part.ax, part.by - part.ay, part.bz - part.az]
    const toStart = wx * wx + wy * wy + wz * wz
    const both = wx * dx + wy * dy + wz * dz
    const length = dx * dx + dy * dy + dz * dz
    return [wx, wy, wz, dx, dy, dz, toStart, both, length, Math.max(part.startRadius, part.endRadius)]
  })
  const numbers = new Float64Array(parts.length * stride)
  let count = 0
  /** The last nearby part is the most likely one. */
  let likely = 0

  function isNear(at: number, ux: number, uy: number, uz: number, distance: number): boolean {
    const w = numbers[at]! * ux + numbers[at + 1]! * uy + numbers[at + 2]! * uz
    const d = numbers[at + 3]! * ux + numbers[at + 4]! * uy + numbers[at + 5]! * uz
    // Perpendicular to the ray: squared vectors to the start and along the part, and their product.
    const start = numbers[at + 6]! - w * w
    const product = numbers[at + 7]! - w * d
    const length = numbers[at + 8]! - d * d
    const along = product >= 0 || length <= 0 ? 0 : -product >= length ? 1 : -product / length
    const square = start + along * (2 * product + along * length)
    const extent = numbers[at + 9]! + distance
    return square < extent * extent * 1.000001
  }

  return {
    choose(indices: readonly number[]): void {
      indices.forEach((part, index) => numbers.set(numbersOfParts[part]!, index * stride))
      count = indices.length
      likely = 0
    },
    /** Conservative test: false guarantees that the ray stays farther than `distance` from the part. */
    isWithin({ dx, dy, dz }: LocalRay, distance: number): boolean {
      const unit = 1 / Math.sqrt(dx * dx + dy * dy + dz * dz)
      const ux = dx * unit
      const uy = dy * unit
      const uz = dz * unit
      if (likely < count && isNear(likely * stride, ux, uy, uz, distance)) return true
      for (let index = 0; index < count; index += 1) {
        if (!isNear(index * stride, ux, uy, uz, distance)) continue
        likely = index
        return true
      }
      return false
    },
  }
}
