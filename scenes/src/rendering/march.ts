import { areaOfSphere, project, rayThrough } from './camera.ts'
import type { Area, Vector } from './camera.ts'
import type { Part, PlacedBody } from '../bodies/body.ts'
import { createField } from '../bodies/field.ts'
import type { Field } from '../bodies/field.ts'
import { blend, shade } from './frame.ts'
import type { Frame } from './frame.ts'
import type { Noise } from '../materials/noise.ts'
import { wear } from '../materials/skin.ts'
import type { Relief } from '../materials/skin.ts'
import { clamp01, createSurface } from '../materials/surface.ts'

const tileSide = 8
/** Coverage from which on a pixel shows the body and nothing behind it. */
const halfCovered = 0.5
const steps = 28

interface Disc {
  part: Part
  x: number
  y: number
  radius: number
  /** Depths between which a ray can meet it. */
  from: number
  to: number
}

/** Where each part lies in the image, so that a tile of pixels measures distance only to what it can see. */
function discsOf(frame: Frame, placedBody: PlacedBody): Disc[] {
  const { camera } = frame
  const { body, size, sine, cosine } = placedBody
  const middle: Vector = { x: 0, y: 0, z: 0 }
  return body.parts.map((part) => {
    const x = (part.ax + part.bx) / 2
    const y = ((part.ay + part.by) / 2) * body.flatten
    const z = (part.az + part.bz) / 2
    const half = Math.hypot(part.bx - part.ax, part.by - part.ay, part.bz - part.az) / 2
    const extent = (half + Math.max(part.startRadius, part.endRadius) + body.melt + body.shag) * size
    project(
      camera,
      placedBody.x + (x * cosine - z * sine) * size,
      y * size,
      placedBody.z + (x * sine + z * cosine) * size,
      middle,
    )
    const near = Math.max(0.02, middle.z - extent)
    const radius = (camera.focal * extent * 1.25) / near
    return { part, x: middle.x, y: middle.y, radius, from: near, to: middle.z + extent }
  })
}

/** A ray in the body's own units. */
interface LocalRay {
  ox: number
  oy: number
  oz: number
  dx: number
  dy: number
  dz: number
}

function toLocal(frame: Frame, placedBody: PlacedBody, ray: Vector, out: LocalRay): void {
  const { size, sine, cosine, body } = placedBody
  const fromX = -placedBody.x
  const fromZ = -placedBody.z
  out.ox = (fromX * cosine + fromZ * sine) / size
  out.oz = (fromZ * cosine - fromX * sine) / size
  out.oy = frame.camera.above / (size * body.flatten)
  out.dx = (ray.x * cosine + ray.z * sine) / size
  out.dz = (ray.z * cosine - ray.x * sine) / size
  out.dy = ray.y / (size * body.flatten)
}

/** Where a ray met the body, or came closest to it. */
interface Meeting {
  depth: number
  /** Units; not positive where it was met. */
  distance: number
}

function follow(field: Field, ray: LocalRay, from: number, to: number, pixel: number, out: Meeting): void {
  const speed = Math.sqrt(ray.dx * ray.dx + ray.dy * ray.dy + ray.dz * ray.dz)
  let depth = from
  out.distance = 1e9
  out.depth = from
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
    depth += (distance * 0.92) / speed
  }
}

const normal: Vector = { x: 0, y: 0, z: 0 }
const point: Vector = { x: 0, y: 0, z: 0 }
const lit: Vector = { x: 0, y: 0, z: 0 }
const surface = createSurface()
const relief: Relief = { strand: 0, clump: 0 }

/** Normal of the field in the body's own frame, by four samples at the corners of a tetrahedron. */
function findNormal(field: Field, x: number, y: number, z: number, distance: number): void {
  const a = field.distance(x + distance, y - distance, z - distance)
  const b = field.distance(x - distance, y - distance, z + distance)
  const c = field.distance(x - distance, y + distance, z - distance)
  const d = field.distance(x + distance, y + distance, z + distance)
  normal.x = a - b - c + d
  normal.y = -a - b + c + d
  normal.z = -a + b - c + d
}

/** All that is painted with while one body is. */
interface Brush {
  readonly frame: Frame
  readonly placedBody: PlacedBody
  readonly field: Field
  readonly noise: Noise
  /** Width of a pixel where the body stands, in the body's units. */
  readonly pixel: number
  /** The line of sight in the world, and in the body's own units. */
  readonly sight: Vector
  readonly ray: LocalRay
  readonly meeting: Meeting
}

/** How far around a point the body leaves room for light, in units. */
const wide = 0.09

/** Writes the light that comes from where the ray met the body. */
function lightPoint({ frame, placedBody, field, noise, pixel, sight, ray, meeting }: Brush): void {
  const { body, sine, cosine, size } = placedBody
  const x = ray.ox + ray.dx * meeting.depth
  const y = ray.oy + ray.dy * meeting.depth
  const z = ray.oz + ray.dz * meeting.depth
  field.distance(x, y, z)
  wear(field.nearest().material, x, y, z, pixel, noise, surface, relief)
  findNormal(field, x, y, z, Math.max(0.004, pixel * 0.6))
  const length = Math.sqrt(normal.x * normal.x + normal.y * normal.y + normal.z * normal.z) + 1e-12
  let nx = normal.x / length + relief.strand * 0.5
  let ny = normal.y / length / body.flatten + relief.clump * 0.6
  let nz = normal.z / length - relief.strand * 0.4
  const unit = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz)
  nx *= unit
  ny *= unit
  nz *= unit
  const open = clamp01(field.distance(x + nx * wide, y + ny * wide, z + nz * wide) / wide)
  const low = clamp01(y * body.flatten * 3 + 0.25)
  point.x = placedBody.x + (x * cosine - z * sine) * size
  point.y = Math.max(0, y * body.flatten * size)
  point.z = placedBody.z + (x * sine + z * cosine) * size
  normal.x = nx * cosine - nz * sine
  normal.y = ny
  normal.z = nx * sine + nz * cosine
  shade(frame.light, surface, point, normal, sight, 0.35 + 0.65 * open, (0.35 + 0.65 * open) * (0.55 + 0.45 * low), lit)
}

interface Tile extends Area {
  from: number
  to: number
}

function paintTile(brush: Brush, tile: Tile, owner: number): void {
  const { frame, placedBody, field, noise, pixel, sight, ray, meeting } = brush
  const { camera } = frame
  const { shag } = placedBody.body
  for (let row = tile.top; row < tile.bottom; row += 1) {
    for (let column = tile.left; column < tile.right; column += 1) {
      rayThrough(camera, column + 0.5, row + 0.5, sight)
      toLocal(frame, placedBody, sight, ray)
      follow(field, ray, tile.from, tile.to, pixel, meeting)
      const shaggy = shag > pixel * 0.4 ? shag * (0.1 + 1.5 * noise.at(column * 0.9, row * 0.9)) : 0
      const alpha = meeting.distance <= 0 ? 1 : 1 - meeting.distance / (pixel * 0.9 + shaggy)
      if (alpha <= 0.01) continue
      const pixelIndex = row * camera.width + column
      if (alpha >= halfCovered) {
        frame.owners[pixelIndex] = owner
        if (frame.depths !== null) frame.depths[pixelIndex] = meeting.depth
      }
      if (frame.isSketch) continue
      lightPoint(brush)
      blend(frame, pixelIndex, lit, alpha)
    }
  }
}

function createBrush(frame: Frame, placedBody: PlacedBody, noise: Noise): Brush {
  const { camera } = frame
  const depth = placedBody.middleZ * camera.cosine - (placedBody.middleY - camera.above) * camera.sine
  return {
    frame,
    placedBody,
    noise,
    field: createField(placedBody.body.melt),
    pixel: depth / (camera.focal * placedBody.size),
    sight: { x: 0, y: 0, z: 0 },
    ray: { ox: 0, oy: 0, oz: 0, dx: 0, dy: 0, dz: 0 },
    meeting: { depth: 0, distance: 0 },
  }
}

/** Chooses what a tile can see and between which depths; answers whether there is anything. */
function look(tile: Tile, discs: readonly Disc[], field: Field): boolean {
  const parts: Part[] = []
  for (const disc of discs) {
    const extent = disc.radius + tileSide * 0.71 + 1
    const dx = disc.x - tile.left - tileSide / 2
    const dy = disc.y - tile.top - tileSide / 2
    if (dx * dx + dy * dy >= extent * extent) continue
    parts.push(disc.part)
    tile.from = Math.min(tile.from, disc.from)
    tile.to = Math.max(tile.to, disc.to)
  }
  field.choose(parts)
  return parts.length > 0
}

/** Renders a body by marching rays through its distance field, tile by tile; edges are soft by a pixel or by its hair. */
export function paintBody(frame: Frame, placedBody: PlacedBody, noise: Noise, owner: number): void {
  const area = areaOfSphere(frame.camera, placedBody.middleX, placedBody.middleY, placedBody.middleZ, placedBody.radius)
  const discs = discsOf(frame, placedBody)
  const brush = createBrush(frame, placedBody, noise)
  for (let top = area.top; top < area.bottom; top += tileSide) {
    for (let left = area.left; left < area.right; left += tileSide) {
      const right = Math.min(left + tileSide, area.right)
      const bottom = Math.min(top + tileSide, area.bottom)
      const tile = { left, top, right, bottom, from: Infinity, to: 0 }
      if (look(tile, discs, brush.field)) paintTile(brush, tile, owner)
    }
  }
}
