import { areaOfFloor, footprintAt } from './camera.ts'
import type { Camera, Vector } from './camera.ts'
import type { Rgb } from '../materials/colour.ts'
import { blend, createFloorHit, hitFloor, leaningNormal, shade } from './frame.ts'
import type { Frame } from './frame.ts'
import { clearance } from '../room/room.ts'
import type { SceneRoom } from '../room/room.ts'
import { createSurface } from '../materials/surface.ts'
import type { Surface } from '../materials/surface.ts'

export interface Mark {
  readonly x: number
  readonly z: number
  readonly radius: number
  /** Writes the surface at a point and returns the pixel's coverage. */
  paint(x: number, z: number, footprint: number, out: Surface): number
  /** Minimum coverage of a pixel that counts for the object; `never` for a shadow. */
  readonly counts: number
}

/** Coverage threshold above any value, for marks without truth. */
export const never = 2

/** Dirt: marks drawn in order within `radius` meters. */
export interface Stain {
  readonly colour: Rgb
  readonly radius: number
  readonly marks: readonly Mark[]
}

export interface PlacedStain {
  readonly stain: Stain
  readonly spot: { readonly x: number; readonly z: number; readonly zoom: number }
}

const point: Vector = { x: 0, y: 0, z: 0 }
const normal: Vector = { x: 0, y: 0, z: 0 }
const lit: Vector = { x: 0, y: 0, z: 0 }
const surface = createSurface()
const hit = createFloorHit()

function eachPixel(
  camera: Camera,
  interior: SceneRoom,
  { stain, spot: { x, z, zoom } }: PlacedStain,
  isHidden: Uint8Array,
  visit: (pixel: number, alpha: number, mark: Mark) => void,
): void {
  for (const mark of stain.marks) {
    const area = areaOfFloor(camera, x + mark.x * zoom, z + mark.z * zoom, mark.radius * zoom)
    for (let row = area.top; row < area.bottom; row += 1) {
      for (let column = area.left; column < area.right; column += 1) {
        const pixel = row * camera.width + column
        if (isHidden[pixel] === 1) continue
        hitFloor(camera, column, row, hit)
        if (hit.depth === 0 || clearance(interior, hit.x, hit.z) < 0) continue
        const footprint = footprintAt(camera, hit.ray, hit.depth)
        const alpha = mark.paint((hit.x - x) / zoom, (hit.z - z) / zoom, footprint / zoom, surface)
        if (alpha >= 0.004) visit(pixel, alpha, mark)
      }
    }
  }
}

export function paintStain(frame: Frame, interior: SceneRoom, placedStain: PlacedStain, owner: number): void {
  const { camera, light } = frame
  eachPixel(camera, interior, placedStain, frame.isCovered, (pixel, alpha, mark) => {
    if (alpha >= mark.counts && frame.isBody[pixel] === 0) frame.owners[pixel] = owner
    leaningNormal(surface, normal)
    point.x = hit.x
    point.z = hit.z
    shade(light, surface, point, normal, hit.ray, frame.direct[pixel]! / 255, frame.around[pixel]! / 255, lit)
    blend(frame, pixel, lit, alpha)
  })
}

export function claimStain(
  camera: Camera,
  interior: SceneRoom,
  placedStain: PlacedStain,
  owner: number,
  owners: Uint16Array,
): void {
  eachPixel(camera, interior, placedStain, nothingHidden, (pixel, alpha, mark) => {
    if (alpha >= mark.counts) owners[pixel] = owner
  })
}

const nothingHidden = new Uint8Array()
