import { areaOfSphere, project, rayThrough } from './camera.ts'
import type { Area, Camera, Vector } from './camera.ts'
import type { Part, PlacedBody } from '../bodies/body.ts'
import { createField } from '../bodies/field.ts'
import type { Field } from '../bodies/field.ts'
import type { Noise } from '../materials/noise.ts'

/** Pixels of a tile's side: what a body has within a tile is looked up once. */
export const tileSide = 8
/** Coverage from which on a pixel shows the body and nothing behind it. */
const halfCovered = 0.5
/** Coverage that is too little to be painted. */
const barelyCovered = 0.01
const steps = 28

interface Disc {
  readonly x: number
  readonly y: number
  readonly radius: number
  /** Depths between which a ray can meet it. */
  readonly from: number
  readonly to: number
}

/** Projects a part to a disc in the image. */
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

/** A ray in the body's own units, as long as one metre of depth. */
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

/** Hit of a ray with the body, or its closest approach. */
interface Meeting {
  depth: number
  /** Units; not positive where it was met. */
  distance: number
}

/** A body as the camera sees it, pixel by pixel. */
export interface BodyView {
  /** Pixels beyond which it is not to be seen. */
  readonly area: Area
  /** A pixel's width where the body stands, in its own units. */
  readonly pixel: number
  readonly field: Field
  /** The line of sight through the last pixel, in the world and in the body's own units. */
  readonly sight: Vector
  readonly ray: LocalRay
  readonly meeting: Meeting
  /** Turns to the tile of pixels that begins there; answers whether there may be anything. */
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

  /** Aims through a point of the image. */
  function aim(column: number, row: number): void {
    rayThrough(camera, column, row, sight)
    ray.dx = (sight.x * cosine + sight.z * sine) / size
    ray.dz = (sight.z * cosine - sight.x * sine) / size
    ray.dy = sight.y / (size * flatten)
  }

  /** Distance from the body over which coverage fades, in units. */
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

/** Marches along a ray until it meets the body or, on its way past, comes as close as `enough`. */
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

/** Numbers of a part in the flat list: from the camera to its start, and to its end from there; what is made of them. */
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
  /** The part that was near the last time is the most likely one to be near again. */
  let likely = 0

  function isNear(at: number, ux: number, uy: number, uz: number, distance: number): boolean {
    const w = numbers[at]! * ux + numbers[at + 1]! * uy + numbers[at + 2]! * uz
    const d = numbers[at + 3]! * ux + numbers[at + 4]! * uy + numbers[at + 5]! * uz
    // Beside the ray: squares of the ways to the start and along the part, and their product.
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
