import { project, rayThrough } from '../rendering/camera.ts'
import type { Camera, Vector } from '../rendering/camera.ts'
import type { Random } from '../random.ts'
import { clearance } from './room.ts'
import type { SceneRoom } from './room.ts'

/** A position on the floor. `zoom` scales the object to be well visible from here. */
export interface Spot {
  readonly x: number
  readonly z: number
  readonly zoom: number
}

export interface Needs {
  /** Natural radius and height of the center above the floor, in meters. */
  readonly radius: number
  readonly middleY: number
  readonly least: number
  readonly most: number
}

/** Minimum viewing slope: farther away, flat objects become mere lines. */
const steepEnough = 0.27

interface OccupiedArea {
  readonly column: number
  readonly row: number
  readonly radius: number
}

export function createPlacer(camera: Camera, interior: SceneRoom, random: Random): (needs: Needs) => Spot {
  const occupied: OccupiedArea[] = []
  const shorter = Math.min(camera.width, camera.height)
  const ray: Vector = { x: 0, y: 0, z: 0 }
  const image: Vector = { x: 0, y: 0, z: 0 }

  const attempt = (needs: Needs): { spot: Spot; at: OccupiedArea; crowding: number } | undefined => {
    const margin = Math.min(0.4 * shorter, needs.least * shorter * 1.6)
    const column = random.between(margin, camera.width - margin)
    const row = random.between(margin, camera.height - margin)
    rayThrough(camera, column, row, ray)
    if (ray.y > -steepEnough) return undefined
    // Objects taller than the camera are aimed at lower down, because no falling ray hits their middle.
    const depth = (Math.min(needs.middleY, camera.above * 0.45) - camera.above) / ray.y
    const x = ray.x * depth
    const z = ray.z * depth
    const apparentRadius = (camera.focal * needs.radius) / Math.max(0.05, depth) / shorter
    const zoom = Math.min(needs.most, Math.max(needs.least, apparentRadius)) / apparentRadius
    if (depth < 0.1 || clearance(interior, x, z) < needs.radius * zoom) return undefined
    project(camera, x, needs.middleY * zoom, z, image)
    const radius = apparentRadius * zoom * shorter
    let crowding = 0
    for (const other of occupied) {
      const apart = Math.hypot(other.column - image.x, other.row - image.y)
      crowding = Math.max(crowding, 1 - apart / (other.radius + radius))
    }
    return { spot: { x, z, zoom }, at: { column: image.x, row: image.y, radius }, crowding }
  }

  return (needs) => {
    let best: ReturnType<typeof attempt>
    for (let tries = 0; tries < 60; tries += 1) {
      const candidate = attempt(needs)
      if (candidate !== undefined && candidate.crowding < (best?.crowding ?? Infinity)) best = candidate
      if (best !== undefined && best.crowding <= 0.05) break
    }
    if (best === undefined)
      return { x: 0, z: 0.8, zoom: Math.min(1, (needs.most * shorter * 0.8) / (camera.focal * needs.radius)) }
    occupied.push(best.at)
    return best.spot
  }
}
