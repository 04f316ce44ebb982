import type { Polygon } from '@vermilion/contract/labels/polygon'
import { ringArea } from '@vermilion/contract/labels/polygon'
import { ClipType, FillRule } from 'clipper2-ts/dist/Core.js'
import { Clipper64 } from 'clipper2-ts/dist/Engine.js'

export type Operation = 'unite' | 'subtract' | 'intersect'

/** Clipping uses integer hundredths of a pixel, to which coordinates are rounded. */
const UNITS = 100
/** In square pixels; smaller rings are rounding artifacts of shared edges. */
const LEAST_AREA = 0.1

const operations = {
  unite: ClipType.Union,
  subtract: ClipType.Difference,
  intersect: ClipType.Intersection,
} as const satisfies Record<Operation, ClipType>

type Path = { x: number; y: number }[]

export function clipped(first: Polygon, second: Polygon, operation: Operation): Polygon | null {
  const rings = execute(operations[operation], pathsOf(first), pathsOf(second))
    .map((path) => path.flatMap(({ x, y }) => [x / UNITS, y / UNITS]))
    .filter(isLarge)
  return rings.length > 0 ? { rings } : null
}

const isLarge = (ring: number[]) => ring.length >= 6 && Math.abs(ringArea(ring)) >= LEAST_AREA

function execute(operation: ClipType, subject: Path[], clip: Path[]): Path[] {
  const clipper = new Clipper64()
  clipper.addSubject(subject)
  clipper.addClip(clip)
  const solution: Path[] = []
  clipper.execute(operation, FillRule.EvenOdd, solution)
  return solution
}

/** Skips rings without area: the library would create area between two of them. */
function pathsOf({ rings }: Polygon): Path[] {
  return rings.flatMap((ring) => {
    const path: Path = []
    for (let at = 0; at < ring.length; at += 2) {
      path.push({ x: Math.round(ring[at]! * UNITS), y: Math.round(ring[at + 1]! * UNITS) })
    }
    // The loops of a figure eight cancel out in signed area, but are not empty.
    const isEmpty = !isLarge(ring) && execute(ClipType.Union, [path], []).length === 0
    return isEmpty ? [] : [path]
  })
}
