import { z } from 'zod'
import type { Box, Point } from './box.ts'
import { schemaMessage } from '../kernel/schema-message.ts'

/** A closed outline: x and y alternating, in pixels of the upright image; the last point connects to the first. */
const ring = () =>
  z
    .array(z.number())
    .min(6)
    .max(2_000_000)
    .refine(
      (numbers) => numbers.length % 2 === 0,
      schemaMessage('a ring has an x and a y for each point', '多边形的每个点须有 x 和 y'),
    )

/** Rings under the even-odd rule: a ring inside another is a hole; separate rings are parts of one object. */
export const polygon = /* @__PURE__ */ (() => z.object({ rings: z.array(ring()).min(1).max(10_000) }))()
export type Polygon = z.output<typeof polygon>

export function polygonBounds({ rings }: Polygon): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const points of rings) {
    for (let at = 0; at < points.length; at += 2) {
      const [x, y] = [points[at]!, points[at + 1]!]
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      if (y > bottom) bottom = y
    }
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

export function polygonContains({ rings }: Polygon, { x, y }: Point): boolean {
  let inside = false
  for (const points of rings) {
    let [fromX, fromY] = [points.at(-2)!, points.at(-1)!]
    for (let at = 0; at < points.length; at += 2) {
      const [toX, toY] = [points[at]!, points[at + 1]!]
      if (fromY > y !== toY > y && x < ((toX - fromX) * (y - fromY)) / (toY - fromY) + fromX) inside = !inside
      fromX = toX
      fromY = toY
    }
  }
  return inside
}

/** Signed area of a ring by the shoelace formula in square pixels: positive when clockwise on the screen. */
export function ringArea(points: readonly number[]): number {
  let twice = 0
  let [fromX, fromY] = [points.at(-2)!, points.at(-1)!]
  for (let at = 0; at < points.length; at += 2) {
    const [toX, toY] = [points[at]!, points[at + 1]!]
    twice += fromX * toY - toX * fromY
    fromX = toX
    fromY = toY
  }
  return twice / 2
}

/** Area by the even-odd rule for non-crossing rings in square pixels: each counts by its nesting depth. */
export function polygonArea({ rings }: Polygon): number {
  return rings.reduce((sum, points, ringIndex) => {
    const start = pointWithin(points)
    const around = rings.filter(
      (other, index) => index !== ringIndex && polygonContains({ rings: [other] }, start),
    ).length
    return sum + (around % 2 === 0 ? 1 : -1) * Math.abs(ringArea(points))
  }, 0)
}

/** A point just inside a ring. Its corners may touch other rings, which makes containment ambiguous. */
export function pointWithin(points: readonly number[]): Point {
  for (let at = 0; at < points.length; at += 2) {
    const [fromX, fromY] = [points[at]!, points[at + 1]!]
    const [toX, toY] = [points[(at + 2) % points.length]!, points[(at + 3) % points.length]!]
    const length = Math.hypot(toX - fromX, toY - fromY)
    if (length === 0) continue
    const step = Math.min(0.01, length / 100) / length
    for (const side of [step, -step]) {
      const point = { x: (fromX + toX) / 2 - (toY - fromY) * side, y: (fromY + toY) / 2 + (toX - fromX) * side }
      if (polygonContains({ rings: [[...points]] }, point)) return point
    }
  }
  return { x: points[0]!, y: points[1]! }
}
