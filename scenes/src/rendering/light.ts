import type { Vector } from './camera.ts'
import { ink, scale } from '../materials/colour.ts'
import type { Rgb } from '../materials/colour.ts'
import type { LightKind } from '@vermilion/contract/scenes'
import type { Random } from '../random.ts'
import { clamp01, ramp } from '../materials/surface.ts'

/** A key light and the ambient light of the room, in linear light before exposure. */
export interface Light {
  readonly key: Rgb
  readonly ambient: Rgb
  /** Target mean of the exposed picture; 0.35 is an ordinary room. */
  readonly exposure: number
  /** Blur of a shadow per meter of height. */
  readonly softness: number
  /** Writes the incoming light at a point, in place, because nothing is allocated per pixel. */
  fall(at: Vector, out: Incoming): void
}

export interface Incoming {
  /** Unit direction to the key light. */
  x: number
  y: number
  z: number
  /** Unshadowed strength of the key light, and of the ambient light. */
  strength: number
  surround: number
}

export const createIncoming = (): Incoming => ({ x: 0, y: 0, z: 0, strength: 0, surround: 0 })

/** Sun through a window: parallel light in panes on the floor, or diffused by a curtain. */
function createDaylight(random: Random): Light {
  const azimuth = random.between(0, Math.PI * 2)
  const elevation = random.between(0.62, 1.1)
  const x = Math.cos(azimuth) * Math.cos(elevation)
  const y = Math.sin(elevation)
  const z = Math.sin(azimuth) * Math.cos(elevation)
  const panes = random.chance(0.6)
  const middleX = random.between(-0.5, 0.5)
  const middleZ = random.between(0.6, 1.7)
  const wide = random.between(0.55, 0.95)
  const deep = random.between(0.6, 1.1)
  const turn = random.between(0, Math.PI)
  const sine = Math.sin(turn)
  const cosine = Math.cos(turn)
  const edge = random.between(0.02, 0.06)
  const slope = random.between(0.06, 0.25)
  return {
    key: scale(ink(random.pick(['#fff1d6', '#ffe6bd', '#fff8ec'])), panes ? 2.3 : 1.3),
    ambient: scale(ink(random.pick(['#dfe8f5', '#e8ebf0', '#d3e0f0'])), panes ? 0.75 : 0.9),
    exposure: random.between(0.36, 0.5),
    softness: panes ? 0.12 : 0.5,
    fall(at, out) {
      out.x = x
      out.y = y
      out.z = z
      out.surround = clamp01(0.8 + slope * (at.x * x + (at.z - 1.2) * z)) + 0.15
      if (!panes) {
        out.strength = 0.8
        return
      }
      const floorX = at.x - (x * at.y) / y - middleX
      const floorZ = at.z - (z * at.y) / y - middleZ
      const across = Math.abs(floorX * cosine + floorZ * sine)
      const along = Math.abs(floorZ * cosine - floorX * sine)
      const inside = (1 - ramp(wide - edge, wide + edge, across)) * (1 - ramp(deep - edge, deep + edge, along))
      const bars = ramp(0.02, 0.02 + edge, across) * ramp(0.02, 0.02 + edge, along)
      out.strength = 0.3 + 0.7 * inside * bars
    },
  }
}

/** A warm lamp nearby: a pool of light. */
function createLamp(random: Random): Light {
  const lampX = random.between(-1.1, 1.1)
  const lampY = random.between(1.1, 1.9)
  const lampZ = random.between(0.5, 2.3)
  const pool = lampY * lampY
  return {
    key: scale(ink(random.pick(['#ffd9a0', '#ffe2b8', '#ffcf8f'])), 2.4),
    ambient: scale(ink(random.pick(['#e8d8c4', '#d8d4d0', '#dcc8b4'])), 0.5),
    exposure: random.between(0.32, 0.44),
    softness: random.between(0.15, 0.35),
    fall({ x, y, z }, out) {
      const dx = lampX - x
      const dy = lampY - y
      const dz = lampZ - z
      const length = Math.sqrt(dx * dx + dy * dy + dz * dz)
      out.x = dx / length
      out.y = dy / length
      out.z = dz / length
      const above = Math.max(0.3, dy)
      out.strength = (1.15 * pool) / (dx * dx + above * above + dz * dz)
      out.surround = 0.55 + (0.5 * pool) / (pool + (x - lampX) ** 2 + (z - lampZ) ** 2)
    },
  }
}

function createDim(random: Random): Light {
  const lampX = random.between(-0.35, 0.35)
  const lampY = random.between(0.5, 0.85)
  return {
    key: scale(ink(random.pick(['#eef2ff', '#fff4e6'])), 1.5),
    ambient: scale(ink(random.pick(['#a9b4c8', '#b8b0a8'])), 0.42),
    exposure: random.between(0.18, 0.28),
    softness: 0.2,
    fall({ x, y, z }, out) {
      const dx = lampX - x
      const dy = lampY - y
      const dz = -0.1 - z
      const length = Math.sqrt(dx * dx + dy * dy + dz * dz) + 1e-6
      out.x = dx / length
      out.y = Math.max(0.2, dy / length)
      out.z = dz / length
      out.strength = 2.2 / (0.6 + (x - lampX) ** 2 + (y - lampY) ** 2 + z * z)
      out.surround = 1
    },
  }
}

export const lights: Record<LightKind, (random: Random) => Light> = {
  daylight: createDaylight,
  lamp: createLamp,
  dim: createDim,
}
