import { areaOfFloor } from './camera.ts'
import type { Area, Vector } from './camera.ts'
import type { PlacedBody } from '../bodies/body.ts'
import { createFloorHit, hitFloor } from './frame.ts'
import type { Frame } from './frame.ts'
import { createIncoming } from './light.ts'

/** Shadow of a part on the floor: a flat round cone with soft rims. In meters. */
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

function areaOf(frame: Frame, cast: Cast): Area {
  const extent = Math.max(cast.startRadius + cast.startRim, cast.endRadius + cast.endRim)
  const half = Math.hypot(cast.bx - cast.ax, cast.bz - cast.az) / 2
  return areaOfFloor(frame.camera, (cast.ax + cast.bx) / 2, (cast.az + cast.bz) / 2, half + extent)
}

/** Interval in meters along x that a part's shadow may cover on a floor line, and image columns. */
const stretch = { from: 0, to: 0 }

/** Writes where a line of constant `z` crosses the flat round cone, or a generous hull of it. */
function findStretch({ ax, az, bx, bz }: Cast, extent: number, z: number): void {
  stretch.from = Infinity
  stretch.to = -Infinity
  const include = (x: number): void => {
    if (x < stretch.from) stretch.from = x
    if (x > stretch.to) stretch.to = x
  }
  const includeDisc = (x: number, away: number): void => {
    if (Math.abs(away) > extent) return
    const half = Math.sqrt(extent * extent - away * away)
    include(x - half)
    include(x + half)
  }
  includeDisc(ax, z - az)
  includeDisc(bx, z - bz)
  const length = Math.hypot(bx - ax, bz - az)
  if (length === 0 || bz === az) return
  for (const side of [-1, 1]) {
    const offsetX = (side * extent * (az - bz)) / length
    const offsetZ = (side * extent * (bx - ax)) / length
    const along = (z - az - offsetZ) / (bz - az)
    if (along >= 0 && along <= 1) include(ax + offsetX + (bx - ax) * along)
  }
}

/** Merges a part's shadow into a body's by maximum. `occlusion` holds it for the pixels of `within`. */
function addShadow(frame: Frame, cast: Cast, area: Area, within: Area, occlusion: Float32Array): void {
  const { camera, isCovered } = frame
  const { ax, az, startRadius, startRim } = cast
  const dx = cast.bx - ax
  const dz = cast.bz - az
  const length = dx * dx + dz * dz
  const widening = cast.endRadius - startRadius
  const softening = cast.endRim - startRim
  const extent = Math.max(startRadius + startRim, cast.endRadius + cast.endRim)
  for (let row = area.top; row < area.bottom; row += 1) {
    hitFloor(camera, 0, row, hit)
    if (hit.depth === 0) continue
    const { z, depth } = hit
    findStretch(cast, extent, z)
    const toColumn = camera.focal / depth
    const from = Math.max(area.left, Math.floor(stretch.from * toColumn + camera.width / 2) - 2)
    const to = Math.min(area.right, Math.ceil(stretch.to * toColumn + camera.width / 2) + 2)
    for (let column = from; column < to; column += 1) {
      if (isCovered[row * camera.width + column] === 1) continue
      const x = ((column + 0.5 - camera.width / 2) / camera.focal) * depth
      let along = length > 0 ? ((x - ax) * dx + (z - az) * dz) / length : 0
      along = along < 0 ? 0 : along > 1 ? 1 : along
      const ox = x - ax - dx * along
      const oz = z - az - dz * along
      const radius = startRadius + widening * along
      const rim = startRim + softening * along
      const around = radius + rim
      const square = ox * ox + oz * oz
      if (square >= around * around) continue
      let inside = (around - Math.sqrt(square)) / (2 * rim)
      inside = inside < 0 ? 0 : inside > 1 ? 1 : inside
      const darkness = inside * inside * (3 - 2 * inside) * Math.min(1, radius / rim + 0.25)
      const pixel = (row - within.top) * (within.right - within.left) + column - within.left
      if (darkness > occlusion[pixel]!) occlusion[pixel] = darkness
    }
  }
}

const hit = createFloorHit()
let buffer = new Float32Array()

function dim(frame: Frame, layer: Uint8Array, casts: readonly Cast[], depth: number): void {
  const { camera } = frame
  const areas = casts.map((cast) => areaOf(frame, cast))
  const within: Area = {
    left: Math.min(...areas.map((area) => area.left)),
    top: Math.min(...areas.map((area) => area.top)),
    right: Math.max(...areas.map((area) => area.right)),
    bottom: Math.max(...areas.map((area) => area.bottom)),
  }
  const width = within.right - within.left
  const pixels = width * (within.bottom - within.top)
  if (pixels <= 0) return
  if (buffer.length < pixels) buffer = new Float32Array(camera.width * camera.height)
  const occlusion = buffer.fill(0, 0, pixels)
  casts.forEach((cast, index) => addShadow(frame, cast, areas[index]!, within, occlusion))
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    const here = occlusion[pixel]!
    if (here === 0) continue
    const column = pixel % width
    const at = (within.top + (pixel - column) / width) * camera.width + within.left + column
    layer[at] = layer[at]! * (1 - here * depth)
  }
}

const towards = createIncoming()
const overhead: Vector = { x: 0, y: 1, z: 0 }

export function castShadow(frame: Frame, placedBody: PlacedBody): void {
  const { light } = frame
  light.fall({ x: placedBody.middleX, y: placedBody.middleY, z: placedBody.middleZ }, towards)
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
