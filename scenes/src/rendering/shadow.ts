import { areaOfFloor } from './camera.ts'
import type { Area, Vector } from './camera.ts'
import type { PlacedBody } from '../bodies/body.ts'
import { createFloorHit, hitFloor } from './frame.ts'
import type { Frame } from './frame.ts'
import { clamp01 } from '../materials/surface.ts'

/** A part's shadow on the floor: a flat round cone with a soft rim at each end. Metres. */
interface Cast {
  ax: number
  az: number
  bx: number
  bz: number
  startRadius: number
  endRadius: number
  startRim: number
  endRim: number
}

/** Throws each part of the body onto the floor along the light (a unit vector towards it). */
function castAlong(placedBody: PlacedBody, light: Vector, rimOf: (height: number, radius: number) => number): Cast[] {
  const { body, size, sine, cosine } = placedBody
  const slantX = light.x / light.y
  const slantZ = light.z / light.y
  return body.parts.map((part) => {
    const fall = (x: number, y: number, z: number): [number, number, number] => {
      const height = y * body.flatten * size
      return [
        placedBody.x + (x * cosine - z * sine) * size - height * slantX,
        placedBody.z + (x * sine + z * cosine) * size - height * slantZ,
        height,
      ]
    }
    const [ax, az, startHeight] = fall(part.ax, part.ay, part.az)
    const [bx, bz, endHeight] = fall(part.bx, part.by, part.bz)
    const startRadius = part.startRadius * size
    const endRadius = part.endRadius * size
    return {
      ax,
      az,
      bx,
      bz,
      startRadius,
      endRadius,
      startRim: rimOf(startHeight, startRadius),
      endRim: rimOf(endHeight, endRadius),
    }
  })
}

/** How much of the light a part takes at a floor point, 0 to 1. */
function takenAt(cast: Cast, x: number, z: number): number {
  const dx = cast.bx - cast.ax
  const dz = cast.bz - cast.az
  const length = dx * dx + dz * dz
  const along = length > 0 ? clamp01(((x - cast.ax) * dx + (z - cast.az) * dz) / length) : 0
  const ox = x - cast.ax - dx * along
  const oz = z - cast.az - dz * along
  const radius = cast.startRadius + (cast.endRadius - cast.startRadius) * along
  const rim = cast.startRim + (cast.endRim - cast.startRim) * along
  const extent = radius + rim
  const square = ox * ox + oz * oz
  if (square >= extent * extent) return 0
  const inside = clamp01((extent - Math.sqrt(square)) / (2 * rim))
  return inside * inside * (3 - 2 * inside) * Math.min(1, radius / rim + 0.25)
}

/** Pixels whose floor a part's shadow may reach. */
function areaOf(frame: Frame, cast: Cast): Area {
  const extent = Math.max(cast.startRadius + cast.startRim, cast.endRadius + cast.endRim)
  const half = Math.hypot(cast.bx - cast.ax, cast.bz - cast.az) / 2
  return areaOfFloor(frame.camera, (cast.ax + cast.bx) / 2, (cast.az + cast.bz) / 2, half + extent)
}

/** Takes light off a layer: the parts of one body do not add up, bodies do. */
function dim(frame: Frame, layer: Uint8Array, casts: readonly Cast[], depth: number): void {
  const { camera } = frame
  const areas = casts.map((cast) => areaOf(frame, cast))
  const left = Math.min(...areas.map((area) => area.left))
  const top = Math.min(...areas.map((area) => area.top))
  const width = Math.max(...areas.map((area) => area.right)) - left
  const height = Math.max(...areas.map((area) => area.bottom)) - top
  if (width <= 0 || height <= 0) return
  const occlusion = new Float32Array(width * height)
  const hit = createFloorHit()
  casts.forEach((cast, index) => {
    const area = areas[index]!
    for (let row = area.top; row < area.bottom; row += 1) {
      for (let column = area.left; column < area.right; column += 1) {
        hitFloor(camera, column, row, hit)
        if (hit.depth === 0) continue
        const pixel = (row - top) * width + column - left
        const here = takenAt(cast, hit.x, hit.z)
        if (here > occlusion[pixel]!) occlusion[pixel] = here
      }
    }
  })
  for (let pixel = 0; pixel < occlusion.length; pixel += 1) {
    const here = occlusion[pixel]!
    if (here === 0) continue
    const column = pixel % width
    const at = (top + (pixel - column) / width) * camera.width + left + column
    layer[at] = layer[at]! * (1 - here * depth)
  }
}

const towards: Vector = { x: 0, y: 0, z: 0 }
const overhead: Vector = { x: 0, y: 1, z: 0 }

/** Darkens the frame's floor layers where the body keeps the key light, and nearby the ambient light, away. */
export function castShadow(frame: Frame, placedBody: PlacedBody): void {
  const { light } = frame
  light.towards(placedBody.middleX, placedBody.middleY, placedBody.middleZ, towards)
  towards.y = Math.max(towards.y, 0.25)
  dim(
    frame,
    frame.direct,
    castAlong(placedBody, towards, (height, radius) => radius * 0.25 + 0.004 + height * light.softness),
    0.94,
  )
  dim(
    frame,
    frame.around,
    castAlong(placedBody, overhead, (height, radius) => radius * 0.7 + height * 0.8 + 0.002),
    0.72,
  )
}
