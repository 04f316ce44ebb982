import type { PlacedBody } from '../bodies/body.ts'
import type { Field } from '../bodies/field.ts'
import type { Noise } from '../materials/noise.ts'
import { wear } from '../materials/skin.ts'
import type { Relief } from '../materials/skin.ts'
import { clamp01, createSurface } from '../materials/surface.ts'
import { isEnough, tileSide, viewBody } from './body-view.ts'
import type { BodyView } from './body-view.ts'
import type { Vector } from './camera.ts'
import { addToFringe, coverPixel, shade, showBody } from './frame.ts'
import type { Frame } from './frame.ts'

const normal: Vector = { x: 0, y: 0, z: 0 }
const point: Vector = { x: 0, y: 0, z: 0 }
const lit: Vector = { x: 0, y: 0, z: 0 }
const surface = createSurface()
const relief: Relief = { strand: 0, clump: 0 }

/** Gradient of the field in the body's frame, by four samples at the corners of a tetrahedron. */
function findNormal(field: Field, x: number, y: number, z: number, distance: number): void {
  const a = field.distance(x + distance, y - distance, z - distance)
  const b = field.distance(x - distance, y - distance, z + distance)
  const c = field.distance(x - distance, y + distance, z - distance)
  const d = field.distance(x + distance, y + distance, z + distance)
  normal.x = a - b - c + d
  normal.y = -a - b + c + d
  normal.z = -a + b - c + d
}

/** Radius of the ambient occlusion around a point, in units. */
const wide = 0.09

function lightPoint(frame: Frame, placedBody: PlacedBody, view: BodyView, noise: Noise): void {
  const { field, pixel, sight, ray, meeting } = view
  const { body, sine, cosine, size } = placedBody
  const x = ray.ox + ray.dx * meeting.depth
  const y = ray.oy + ray.dy * meeting.depth
  const z = ray.oz + ray.dz * meeting.depth
  const beside = Math.max(0.004, pixel * 0.6)
  field.distance(x, y, z)
  wear(field.nearest().material, x, y, z, pixel, noise, surface, relief)
  findNormal(field, x, y, z, beside)
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

/** Ray marching tile by tile, with soft edges. Nearer bodies must be painted before: covered pixels are skipped. */
export function paintBody(frame: Frame, placedBody: PlacedBody, noise: Noise, owner: number): void {
  const { camera } = frame
  const view = viewBody(camera, placedBody, noise)

  function paintPixel(column: number, row: number): void {
    const pixel = row * camera.width + column
    if (frame.isCovered[pixel] === 1) return
    const alpha = view.coverage(column, row)
    if (alpha === 0) return
    if (isEnough(alpha)) showBody(frame, pixel, owner, view.meeting.depth)
    lightPoint(frame, placedBody, view, noise)
    if (alpha === 1) coverPixel(frame, pixel, lit)
    else addToFringe(frame, pixel, lit, alpha)
  }

  const { area } = view
  for (let top = area.top; top < area.bottom; top += tileSide) {
    for (let left = area.left; left < area.right; left += tileSide) {
      const right = Math.min(left + tileSide, area.right)
      const bottom = Math.min(top + tileSide, area.bottom)
      if (isTileCovered(frame, left, top, right, bottom) || !view.turnTo(left, top)) continue
      for (let row = top; row < bottom; row += 1) {
        for (let column = left; column < right; column += 1) paintPixel(column, row)
      }
    }
  }
}

function isTileCovered(
  { camera, isCovered }: Frame,
  left: number,
  top: number,
  right: number,
  bottom: number,
): boolean {
  for (let row = top; row < bottom; row += 1) {
    for (let column = left; column < right; column += 1) {
      if (isCovered[row * camera.width + column] === 0) return false
    }
  }
  return true
}
