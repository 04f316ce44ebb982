import { ink, mix } from '../materials/colour.ts'
import type { Rgb } from '../materials/colour.ts'
import type { Floor } from '../floors/floor.ts'
import type { Noise } from '../materials/noise.ts'
import type { Random } from '../random.ts'
import { clamp01, coverage, lineCoverage, setSurface } from '../materials/surface.ts'
import type { Surface } from '../materials/surface.ts'

/** A wall on the line `normalX * x + normalZ * z = distance` (meters), seen from its lower side. */
export interface Wall {
  readonly normalX: number
  readonly normalZ: number
  readonly distance: number
}

export interface SceneRoom {
  readonly walls: readonly Wall[]
  floor(x: number, z: number, footprint: number, out: Surface): void
  wall(along: number, y: number, footprint: number, out: Surface): void
}

const skirtingColours = ['#f0ede6', '#d9d2c4', '#7a5a3e', '#4e3b2c'] as const

export function createRoom(floor: Floor, paint: Rgb, random: Random, noise: Noise): SceneRoom {
  const turn = random.between(-0.5, 0.5)
  const sine = Math.sin(turn)
  const cosine = Math.cos(turn)
  const floorTurn = random.chance(0.5) ? turn : turn + Math.PI / 2
  const floorSine = Math.sin(floorTurn)
  const floorCosine = Math.cos(floorTurn)
  const offsetX = random.between(0, 20)
  const offsetZ = random.between(0, 20)
  const walls: Wall[] = [{ normalX: sine, normalZ: cosine, distance: random.between(1.7, 3.2) }]
  const side = random.sign()
  if (random.chance(0.5))
    walls.push({ normalX: cosine * side, normalZ: -sine * side, distance: random.between(0.9, 1.8) })
  const skirting = random.chance(0.4) ? mix(paint, ink('#ffffff'), 0.5) : ink(random.pick(skirtingColours))
  const height = random.between(0.06, 0.1)
  return {
    walls,
    floor(x, z, footprint, out) {
      floor(x * floorCosine - z * floorSine + offsetX, x * floorSine + z * floorCosine + offsetZ, footprint, out)
      const leanX = out.tiltX
      out.tiltX = leanX * floorCosine + out.tiltZ * floorSine
      out.tiltZ = out.tiltZ * floorCosine - leanX * floorSine
    },
    wall(along, y, footprint, out) {
      if (y > height) {
        const plaster = noise.layers(along * 70, y * 70, 2, footprint * 70) - 0.5
        const shade = clamp01(1 - 0.3 * Math.exp((height - y) / 0.02))
        setSurface(out, paint, (1 + plaster * 0.08) * shade, 0.03)
        return
      }
      const groove = lineCoverage(y - height * 0.82, 0.002, footprint)
      setSurface(out, skirting, (1 - 0.3 * groove) * (1 - 0.5 * coverage(y - 0.004, footprint)), 0.15)
    },
  }
}

/** Meters from a floor point to the nearest wall; negative behind one. */
export function clearance(interior: SceneRoom, x: number, z: number): number {
  let nearest = Infinity
  for (const wall of interior.walls) nearest = Math.min(nearest, wall.distance - wall.normalX * x - wall.normalZ * z)
  return nearest
}
