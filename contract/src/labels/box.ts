import { z } from 'zod'

/** An axis-parallel box in pixels of the upright image: top left corner, width, height. May be fractional. */
export const box = /* @__PURE__ */ (() =>
  z.object({
    x: z.number(),
    y: z.number(),
    width: z.number().positive(),
    height: z.number().positive(),
  }))()
export type Box = z.output<typeof box>

export interface Point {
  x: number
  y: number
}

/** In square pixels. */
export function boxArea(a: Box): number {
  return a.width * a.height
}

export function boxContains(a: Box, p: Point): boolean {
  return p.x >= a.x && p.x <= a.x + a.width && p.y >= a.y && p.y <= a.y + a.height
}

export function boxOverlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  if (width <= 0 || height <= 0) return 0
  const shared = width * height
  return shared / (boxArea(a) + boxArea(b) - shared)
}

/** Box between two corners in any order. Its extent is zero when they share a coordinate. */
export function boxBetween(a: Point, b: Point): Box {
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) }
}

export function boxWithin(a: Box, image: { width: number; height: number }): Box | null {
  const x = Math.max(0, a.x)
  const y = Math.max(0, a.y)
  const right = Math.min(image.width, a.x + a.width)
  const bottom = Math.min(image.height, a.y + a.height)
  return right > x && bottom > y ? { x, y, width: right - x, height: bottom - y } : null
}
