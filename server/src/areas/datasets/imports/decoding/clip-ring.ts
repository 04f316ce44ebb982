import { ringArea } from '@vermilion/contract/labels/polygon'

interface Size {
  readonly width: number
  readonly height: number
}

/** Clips a ring to a picture (Sutherland–Hodgman); null when no area remains. */
export function clipRing(ring: readonly number[], { width, height }: Size): number[] | null {
  let points = ring
  for (const [axis, bound, side] of [
    [0, 0, 1],
    [0, width, -1],
    [1, 0, 1],
    [1, height, -1],
  ] as const)
    points = cut(points, axis, bound, side)
  if (points.length < 6) return null
  return points === ring || hasArea(points) ? [...points] : null
}

function cut(points: readonly number[], axis: 0 | 1, bound: number, side: 1 | -1): readonly number[] {
  const isIn = (at: number) => (points[at + axis]! - bound) * side >= 0
  const retained: number[] = []
  let isWhole = true
  for (let at = 0; at < points.length; at += 2) {
    const from = at === 0 ? points.length - 2 : at - 2
    if (isIn(from) !== isIn(at)) {
      const share = (bound - points[from + axis]!) / (points[at + axis]! - points[from + axis]!)
      const along = (of: 0 | 1) => points[from + of]! + share * (points[at + of]! - points[from + of]!)
      retained.push(axis === 0 ? bound : along(0), axis === 1 ? bound : along(1))
    }
    if (isIn(at)) retained.push(points[at]!, points[at + 1]!)
    else isWhole = false
  }
  return isWhole ? points : retained
}

function hasArea(points: readonly number[]): boolean {
  return Math.abs(ringArea(points)) > 0
}
