import type { SceneView } from '@vermilion/contract/scenes'
import type { Random } from '../random.ts'

/** Above the origin, looking along +z and down. Meters: x right, y up, z away; pixel centers at +0.5; `depth` along the sight. */
export interface Camera {
  readonly width: number
  readonly height: number
  /** In pixels. */
  readonly focal: number
  /** Meters above the floor. */
  readonly above: number
  /** Sine and cosine of the downward pitch. */
  readonly sine: number
  readonly cosine: number
}

const views: Record<SceneView, { above: readonly [number, number]; pitch: readonly [number, number] }> = {
  low: { above: [0.38, 0.62], pitch: [20, 34] },
  high: { above: [0.75, 1.05], pitch: [48, 74] },
}

export function createCamera(width: number, height: number, view: SceneView, random: Random): Camera {
  const { above, pitch } = views[view]
  const angle = (random.between(...pitch) * Math.PI) / 180
  return {
    width,
    height,
    focal: random.between(0.76, 0.92) * Math.sqrt(width * height),
    above: random.between(...above),
    sine: Math.sin(angle),
    cosine: Math.cos(angle),
  }
}

export interface Vector {
  x: number
  y: number
  z: number
}

export function rayThrough(camera: Camera, column: number, row: number, out: Vector): void {
  const up = (camera.height / 2 - row) / camera.focal
  out.x = (column - camera.width / 2) / camera.focal
  out.y = up * camera.cosine - camera.sine
  out.z = up * camera.sine + camera.cosine
}

/** Projects a world point: image x and y, and depth as z; points behind the camera have depth ≤ 0. */
export function project(camera: Camera, x: number, y: number, z: number, out: Vector): void {
  const rise = y - camera.above
  const depth = z * camera.cosine - rise * camera.sine
  const near = depth > 1e-3 ? depth : 1e-3
  out.x = camera.width / 2 + (camera.focal * x) / near
  out.y = camera.height / 2 - (camera.focal * (rise * camera.cosine + z * camera.sine)) / near
  out.z = depth
}

/** A rectangle of whole pixels; `right` and `bottom` are exclusive. */
export interface Area {
  left: number
  top: number
  right: number
  bottom: number
}

const nothing: Area = { left: 0, top: 0, right: 0, bottom: 0 }

/** Pixels that may show a sphere: a generous bound within the image. */
export function areaOfSphere(camera: Camera, x: number, y: number, z: number, radius: number): Area {
  const middle = { x: 0, y: 0, z: 0 }
  project(camera, x, y, z, middle)
  const nearest = middle.z - radius
  if (middle.z + radius <= 0) return nothing
  if (nearest <= 0.02) return { left: 0, top: 0, right: camera.width, bottom: camera.height }
  const slant = Math.hypot(middle.x - camera.width / 2, middle.y - camera.height / 2) / camera.focal
  const radiusInPixels = ((camera.focal * radius) / nearest) * (1 + slant) + 1
  const { x: column, y: row } = middle
  return cut(camera, {
    left: column - radiusInPixels,
    top: row - radiusInPixels,
    right: column + radiusInPixels,
    bottom: row + radiusInPixels,
  })
}

/** Pixels that may show a disc on the floor: a tight bound within the image. */
export function areaOfFloor(camera: Camera, x: number, z: number, radius: number): Area {
  const corner = { x: 0, y: 0, z: 0 }
  const area = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const [sideX, sideZ] of [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ] as const) {
    project(camera, x + sideX * radius, 0, z + sideZ * radius, corner)
    if (corner.z < 0.05) return areaOfSphere(camera, x, 0, z, radius * 1.42)
    area.left = Math.min(area.left, corner.x)
    area.right = Math.max(area.right, corner.x)
    area.top = Math.min(area.top, corner.y)
    area.bottom = Math.max(area.bottom, corner.y)
  }
  return cut(camera, area)
}

function cut(camera: Camera, area: Area): Area {
  const left = Math.max(0, Math.floor(area.left - 1))
  const top = Math.max(0, Math.floor(area.top - 1))
  const right = Math.min(camera.width, Math.ceil(area.right + 1))
  const bottom = Math.min(camera.height, Math.ceil(area.bottom + 1))
  return left < right && top < bottom ? { left, top, right, bottom } : nothing
}

/** Meters of floor per pixel, between its short and long side. */
export function footprintAt(camera: Camera, ray: Vector, depth: number): number {
  const length = Math.sqrt(ray.x * ray.x + ray.y * ray.y + ray.z * ray.z)
  return (depth / camera.focal) * Math.sqrt(length / Math.max(0.02, Math.abs(ray.y)))
}
