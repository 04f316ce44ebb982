import type { Point } from '@vermilion/contract/labels/box'
import { tidy } from './number.ts'

type Ring = readonly number[]

/** Simplifies a ring within a tolerance (Douglas and Peucker) to at least three points. */
export function simplifiedRing(ring: Ring, tolerance: number): number[] {
  const count = ring.length / 2
  if (count <= 3 || tolerance <= 0) return [...ring]
  // A closed line is split at the point farthest from its first, so that both halves have fixed ends.
  const first = pointAt(ring, 0)
  let far = 0
  let distance = -1
  for (let at = 1; at < count; at += 1) {
    const away = Math.hypot(ring[2 * at]! - first.x, ring[2 * at + 1]! - first.y)
    if (away > distance) [far, distance] = [at, away]
  }
  const retained = new Set([0, far])
  keepBetween(ring, { from: 0, to: far }, tolerance, retained)
  keepBetween(ring, { from: far, to: count }, tolerance, retained)
  if (retained.size < 3)
    retained.add(farthest(ring, { from: far, to: count }).at > far ? count - 1 : Math.floor(far / 2))
  if (retained.size < 3) return [...ring]
  return [...retained].toSorted((a, b) => a - b).flatMap((at) => [ring[2 * at]!, ring[2 * at + 1]!])
}

export function distanceToSegment({ x, y }: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const along = Math.max(0, Math.min(1, ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy || 1)))
  return Math.hypot(from.x + along * dx - x, from.y + along * dy - y)
}

export function pointAt(ring: Ring, index: number): Point {
  const at = (index * 2) % ring.length
  return { x: ring[at]!, y: ring[at + 1]! }
}

/** Clips points to the image, rounds to hundredths and removes repeats. */
export function tidyRing(points: readonly Point[], image: { width: number; height: number }): number[] {
  const ring: number[] = []
  for (const point of points) {
    const [x, y] = [
      tidy(Math.min(image.width, Math.max(0, point.x))),
      tidy(Math.min(image.height, Math.max(0, point.y))),
    ]
    if (ring.at(-2) !== x || ring.at(-1) !== y) ring.push(x, y)
  }
  while (ring.length > 2 && ring[0] === ring.at(-2) && ring[1] === ring.at(-1)) ring.length -= 2
  return ring
}

interface Stretch {
  from: number
  to: number
}

function keepBetween(ring: Ring, stretch: Stretch, tolerance: number, retained: Set<number>): void {
  const open: Stretch[] = [stretch]
  for (let stretch = open.pop(); stretch; stretch = open.pop()) {
    const { at, distance } = farthest(ring, stretch)
    if (distance <= tolerance) continue
    retained.add(at)
    open.push({ from: stretch.from, to: at }, { from: at, to: stretch.to })
  }
}

function farthest(ring: Ring, { from, to }: Stretch): { at: number; distance: number } {
  const [start, end] = [pointAt(ring, from), pointAt(ring, to)]
  let widest = { at: from, distance: -1 }
  for (let at = from + 1; at < to; at += 1) {
    const distance = distanceToSegment(pointAt(ring, at), start, end)
    if (distance > widest.distance) widest = { at, distance }
  }
  return widest
}
