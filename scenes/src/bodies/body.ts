import type { Rgb } from '../materials/colour.ts'

/** A round cone between two spheres, in the body's units: x ahead, y up from the floor, z to its left. */
export interface Part {
  readonly ax: number
  readonly ay: number
  readonly az: number
  readonly bx: number
  readonly by: number
  readonly bz: number
  readonly startRadius: number
  readonly endRadius: number
  readonly material: Material
  /** True blends smoothly into adjacent parts; false for eyes. */
  readonly soft: boolean
}

export interface Material {
  readonly base: Rgb
  readonly accent?: Rgb
  /** Share of the accent color at a point of the body, 0 to 1. */
  readonly pattern?: (x: number, y: number, z: number) => number
  readonly gloss: number
  /** Strength of fur or skin texture, and its frequency (features per unit). */
  readonly texture: number
  readonly fineness: number
}

/** A solid as smooth union of its parts. */
export interface Body {
  readonly parts: readonly Part[]
  /** Factor on heights: below 1 flattens the body. */
  readonly flatten: number
  /** Blend radius of adjacent parts, and length of the fur, in units. */
  readonly melt: number
  readonly shag: number
  readonly unit: number
}

export type Point = readonly [x: number, y: number, z: number]

export interface BodyBuilder {
  limb(material: Material, from: Point, startRadius: number, to: Point, endRadius?: number): void
  chain(material: Material, points: readonly Point[], startRadius: number, endRadius: number): void
  ball(material: Material, at: Point, radius: number): void
  /** Builds the left (1) and right (-1) side. */
  sides(build: (side: 1 | -1) => void): void
  readonly parts: Part[]
}

export function createBodyBuilder(): BodyBuilder {
  const parts: Part[] = []
  const add = (material: Material, a: Point, startRadius: number, b: Point, endRadius: number, soft: boolean): void => {
    const [ax, ay, az] = a
    const [bx, by, bz] = b
    parts.push({ ax, ay, az, bx, by, bz, startRadius, endRadius, material, soft })
  }
  return {
    parts,
    limb: (material, from, startRadius, to, endRadius = startRadius) =>
      add(material, from, startRadius, to, endRadius, true),
    chain(material, points, startRadius, endRadius) {
      const step = (endRadius - startRadius) / Math.max(1, points.length - 1)
      points.forEach((to, index) => {
        const from = points[index - 1]
        if (from !== undefined)
          add(material, from, startRadius + step * (index - 1), to, startRadius + step * index, true)
      })
    },
    ball: (material, at, radius) => add(material, at, radius, at, radius, false),
    sides(build) {
      build(1)
      build(-1)
    },
  }
}

export interface PlacedBody {
  readonly body: Body
  readonly x: number
  readonly z: number
  readonly sine: number
  readonly cosine: number
  /** Meters per unit. */
  readonly size: number
  /** Bounding sphere: height of its center above the floor, and radius, in meters. */
  readonly middleX: number
  readonly middleY: number
  readonly middleZ: number
  readonly radius: number
}

export function boundsOf(body: Body): { x: number; y: number; z: number; radius: number } {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  const include = (at: readonly number[], radius: number): void =>
    at.forEach((value, axis) => {
      low[axis] = Math.min(low[axis]!, value - radius)
      high[axis] = Math.max(high[axis]!, value + radius)
    })
  for (const part of body.parts) {
    include([part.ax, part.ay * body.flatten, part.az], part.startRadius)
    include([part.bx, part.by * body.flatten, part.bz], part.endRadius)
  }
  const [x = 0, y = 0, z = 0] = low.map((value, axis) => (value + high[axis]!) / 2)
  return { x, y, z, radius: Math.hypot(high[0]! - x, high[1]! - y, high[2]! - z) }
}

export function placeBody(body: Body, x: number, z: number, heading: number, size: number): PlacedBody {
  const sine = Math.sin(heading)
  const cosine = Math.cos(heading)
  const bounds = boundsOf(body)
  return {
    body,
    x,
    z,
    sine,
    cosine,
    size,
    middleX: x + (bounds.x * cosine - bounds.z * sine) * size,
    middleY: bounds.y * size,
    middleZ: z + (bounds.x * sine + bounds.z * cosine) * size,
    radius: (bounds.radius + body.shag) * size,
  }
}
