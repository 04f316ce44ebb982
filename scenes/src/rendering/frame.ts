import { rayThrough } from './camera.ts'
import type { Camera, Vector } from './camera.ts'
import { createIncoming } from './light.ts'
import type { Light } from './light.ts'
import type { Surface } from '../materials/surface.ts'

/** Bodies from near to far, then the uncovered room, and last the soft edges, blended with what is behind. */
export interface Frame {
  readonly camera: Camera
  readonly light: Light
  /** Linear RGB per pixel. */
  readonly colour: Float32Array
  /** Share of direct and ambient light reaching the floor per pixel; 255 is all. */
  readonly direct: Uint8Array
  readonly around: Uint8Array
  readonly isCovered: Uint8Array
  readonly isBody: Uint8Array
  /** Object number per pixel, from 1; 0 for none. */
  readonly owners: Uint16Array
  /** Meters along the line of sight per pixel; null unless requested. */
  readonly depths: Float32Array | null
  /** Partial coverage, nearest first: pixel, coverage, and three light values. */
  readonly fringe: number[]
}

/** Maximum pixels of a frame whose memory is kept for the next one of equal size. */
const maxKept = 2 ** 22

const createPlanes = (pixels: number) => ({
  colour: new Float32Array(pixels * 3),
  direct: new Uint8Array(pixels),
  around: new Uint8Array(pixels),
  isCovered: new Uint8Array(pixels),
  isBody: new Uint8Array(pixels),
})
let lastPlanes = createPlanes(0)

export function createFrame(camera: Camera, light: Light, withDepths: boolean): Frame {
  const pixels = camera.width * camera.height
  const planes = lastPlanes.direct.length === pixels ? lastPlanes : createPlanes(pixels)
  lastPlanes = pixels <= maxKept ? planes : createPlanes(0)
  planes.direct.fill(255)
  planes.around.fill(255)
  planes.isCovered.fill(0)
  planes.isBody.fill(0)
  return {
    camera,
    light,
    ...planes,
    owners: new Uint16Array(pixels),
    depths: withDepths ? new Float32Array(pixels) : null,
    fringe: [],
  }
}

export function showBody({ isBody, owners, depths }: Frame, pixel: number, owner: number, depth: number): void {
  if (isBody[pixel] === 1) return
  isBody[pixel] = 1
  owners[pixel] = owner
  if (depths !== null) depths[pixel] = depth
}

export function coverPixel({ colour, isCovered }: Frame, pixel: number, lit: Vector): void {
  isCovered[pixel] = 1
  const offset = pixel * 3
  colour[offset] = lit.x
  colour[offset + 1] = lit.y
  colour[offset + 2] = lit.z
}

/** Stores a partly covered pixel for `blendFringe`, once what lies behind is painted. */
export function addToFringe({ fringe }: Frame, pixel: number, lit: Vector, alpha: number): void {
  fringe.push(pixel, alpha, lit.x, lit.y, lit.z)
}

/** Blends the soft edges of bodies, farthest first. */
export function blendFringe(frame: Frame): void {
  const { fringe } = frame
  const lit: Vector = { x: 0, y: 0, z: 0 }
  for (let at = fringe.length - 5; at >= 0; at -= 5) {
    lit.x = fringe[at + 2]!
    lit.y = fringe[at + 3]!
    lit.z = fringe[at + 4]!
    blend(frame, fringe[at]!, lit, fringe[at + 1]!)
  }
}

export function blend({ colour }: Frame, pixel: number, lit: Vector, alpha: number): void {
  const offset = pixel * 3
  colour[offset] = colour[offset]! + (lit.x - colour[offset]!) * alpha
  colour[offset + 1] = colour[offset + 1]! + (lit.y - colour[offset + 1]!) * alpha
  colour[offset + 2] = colour[offset + 2]! + (lit.z - colour[offset + 2]!) * alpha
}

/** Floor point of a pixel as seen by the camera. `depth` is 0 above the horizon. */
export interface FloorHit {
  readonly ray: Vector
  x: number
  z: number
  depth: number
}

export const createFloorHit = (): FloorHit => ({ ray: { x: 0, y: 0, z: 0 }, x: 0, z: 0, depth: 0 })

export function hitFloor(camera: Camera, column: number, row: number, hit: FloorHit): void {
  rayThrough(camera, column + 0.5, row + 0.5, hit.ray)
  hit.depth = hit.ray.y < -1e-4 ? -camera.above / hit.ray.y : 0
  hit.x = hit.ray.x * hit.depth
  hit.z = hit.ray.z * hit.depth
}

const incoming = createIncoming()

/** Diffuse, the key light's highlight and a faint reflection. Needs a unit normal; `direct` and `around` are 0 to 1. */
export function shade(
  light: Light,
  surface: Surface,
  point: Vector,
  normal: Vector,
  ray: Vector,
  direct: number,
  around: number,
  out: Vector,
): void {
  light.fall(point, incoming)
  const key = incoming.strength * direct
  const facing = normal.x * incoming.x + normal.y * incoming.y + normal.z * incoming.z
  const lit = facing > 0 ? facing * key : 0
  const ambient = incoming.surround * around * (0.72 + 0.28 * normal.y)
  out.x = surface.red * (lit * light.key[0] + ambient * light.ambient[0])
  out.y = surface.green * (lit * light.key[1] + ambient * light.ambient[1])
  out.z = surface.blue * (lit * light.key[2] + ambient * light.ambient[2])
  if (surface.gloss < 0.02) return
  const length = Math.sqrt(ray.x * ray.x + ray.y * ray.y + ray.z * ray.z)
  const viewX = -ray.x / length
  const viewY = -ray.y / length
  const viewZ = -ray.z / length
  const steep = Math.max(0, normal.x * viewX + normal.y * viewY + normal.z * viewZ)
  const away = 1 - steep
  const mirror = surface.gloss * (0.03 + 0.5 * away * away * away * away * away) * ambient
  const halfX = incoming.x + viewX
  const halfY = incoming.y + viewY
  const halfZ = incoming.z + viewZ
  const aligned =
    (normal.x * halfX + normal.y * halfY + normal.z * halfZ) / Math.sqrt(halfX * halfX + halfY * halfY + halfZ * halfZ)
  const facet = aligned > 0.8 ? aligned * aligned : 0
  const fourth = facet * facet * facet * facet
  const glint = fourth * fourth * fourth * fourth * surface.gloss
  const spark = (glint * 0.35 + (surface.gloss > 0.85 ? glint ** 6 * 3 : 0)) * key
  out.x += mirror * light.ambient[0] + spark * light.key[0]
  out.y += mirror * light.ambient[1] + spark * light.key[1]
  out.z += mirror * light.ambient[2] + spark * light.key[2]
}

export function leaningNormal(surface: Surface, out: Vector): void {
  const length = Math.sqrt(1 + surface.tiltX * surface.tiltX + surface.tiltZ * surface.tiltZ)
  out.x = surface.tiltX / length
  out.y = 1 / length
  out.z = surface.tiltZ / length
}
