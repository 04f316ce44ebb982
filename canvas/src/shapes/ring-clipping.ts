import type { Polygon } from '@vermilion/contract/labels/polygon'
import { ringArea } from '@vermilion/contract/labels/polygon'
import { ClipType, FillRule } from 'clipper2-ts/dist/Core.js'
import { Clipper64 } from 'clipper2-ts/dist/Engine.js'

export type Operation = 'unite' | 'subtract' | 'intersect'

/** Clipping counts in whole hundredths of a pixel, to which all coordinates are rounded. */
const UNITS = 100
/** Square pixels; smaller rings are what rounding leaves of a common edge. */
const LEAST_AREA = 0.1

const operations = {
  unite: ClipType.Union,
  subtract: ClipType.Difference,
  intersect: ClipType.Intersection,
} as const satisfies Record<Operation, ClipType>

/** Unites two areas, or takes the second from the first; null where nothing is left. Rings come out without crossings. */
export function clipped(first: Polygon, second: Polygon, operation: Operation): Polygon | null {
  const clipper = new Clipper64()
  clipper.addSubject(pathsOf(first))
  clipper.addClip(pathsOf(second))
  const solution: { x: number; y: number }[][] = []
  clipper.execute(operations[operation], FillRule.EvenOdd, solution)
  const rings = solution
    .map((path) => path.flatMap(({ x, y }) => [x / UNITS, y / UNITS]))
    .filter((ring) => ring.length >= 6 && Math.abs(ringArea(ring)) >= LEAST_AREA)
  return rings.length > 0 ? { rings } : null
}

function pathsOf({ rings }: Polygon): { x: number; y: number }[][] {
  return rings.map((ring) => {
    const path: { x: number; y: number }[] = []
    for (let at = 0; at < ring.length; at += 2) {
      path.push({ x: Math.round(ring[at]! * UNITS), y: Math.round(ring[at + 1]! * UNITS) })
    }
    return path
  })
}
