import { footprintAt } from './camera.ts'
import type { Vector } from './camera.ts'
import { createFloorHit, hitFloor, leaningNormal, shade } from './frame.ts'
import type { FloorHit, Frame } from './frame.ts'
import type { SceneRoom, Wall } from '../room/room.ts'
import { createSurface } from '../materials/surface.ts'

function depthOf(wall: Wall, ray: Vector): number {
  const approach = wall.normalX * ray.x + wall.normalZ * ray.z
  return approach > 1e-6 ? wall.distance / approach : Infinity
}

const point: Vector = { x: 0, y: 0, z: 0 }
const normal: Vector = { x: 0, y: 0, z: 0 }
const lit: Vector = { x: 0, y: 0, z: 0 }
const surface = createSurface()

/** Ambient occlusion where wall and floor meet. */
const cornerShade = (metres: number): number => (metres > 0.5 ? 1 : 1 - 0.4 * Math.exp(-Math.max(0, metres) / 0.09))

function paintWall(frame: Frame, interior: SceneRoom, hit: FloorHit, wall: Wall, depth: number): void {
  const { ray } = hit
  const { camera, light } = frame
  point.x = ray.x * depth
  point.y = camera.above + ray.y * depth
  point.z = ray.z * depth
  interior.wall(point.x * wall.normalZ - point.z * wall.normalX, point.y, depth / camera.focal, surface)
  normal.x = -wall.normalX
  normal.y = 0
  normal.z = -wall.normalZ
  shade(light, surface, point, normal, ray, 0.8, cornerShade(point.y) * 1.1, lit)
}

function paintFloor(frame: Frame, interior: SceneRoom, hit: FloorHit, pixel: number): void {
  const { camera, light } = frame
  interior.floor(hit.x, hit.z, footprintAt(camera, hit.ray, hit.depth), surface)
  leaningNormal(surface, normal)
  point.x = hit.x
  point.y = 0
  point.z = hit.z
  let corner = 1
  for (const wall of interior.walls) corner *= cornerShade(wall.distance - wall.normalX * hit.x - wall.normalZ * hit.z)
  shade(light, surface, point, normal, hit.ray, frame.direct[pixel]! / 255, (corner * frame.around[pixel]!) / 255, lit)
}

export function paintBackdrop(frame: Frame, interior: SceneRoom): void {
  const { camera, colour, depths, isBody, isCovered } = frame
  const hit = createFloorHit()
  for (let row = 0; row < camera.height; row += 1) {
    for (let column = 0; column < camera.width; column += 1) {
      const pixel = row * camera.width + column
      if (isCovered[pixel] === 1) continue
      hitFloor(camera, column, row, hit)
      let depth = hit.depth > 0 ? hit.depth : Infinity
      let nearest: Wall | undefined
      for (const wall of interior.walls) {
        const there = depthOf(wall, hit.ray)
        if (there >= depth) continue
        depth = there
        nearest = wall
      }
      if (nearest === undefined) paintFloor(frame, interior, hit, pixel)
      else paintWall(frame, interior, hit, nearest, depth)
      if (depths !== null && isBody[pixel] === 0) depths[pixel] = depth
      colour[pixel * 3] = lit.x
      colour[pixel * 3 + 1] = lit.y
      colour[pixel * 3 + 2] = lit.z
    }
  }
}
