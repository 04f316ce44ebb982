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
    dropSpikes(path)
    // The loops of a figure eight cancel out in signed area, but are not empty.
    const isEmpty = !isLarge(ring) && execute(ClipType.Union, [path], []).length === 0
    return isEmpty ? [] : [path]
  })
}

/** Removes points at which a ring turns back along itself: the library draws edges of other rings askew there. */
function dropSpikes(path: Path): void {
  for (let at = 0, checked = 0; path.length > 2 && checked < path.length;) {
    const [previous, point, next] = [path.at(at - 1)!, path[at]!, path[(at + 1) % path.length]!]
    const [ax, ay] = [previous.x - point.x, previous.y - point.y]
    const [bx, by] = [next.x - point.x, next.y - point.y]
    const turnsBack = ax * by === ay * bx && ax * bx + ay * by >= 0
    if (turnsBack) path.splice(at, 1)
    // The neighbours of a removed point are checked anew.
    checked = turnsBack ? 0 : checked + 1
    at = turnsBack ? Math.max(0, at - 1) : (at + 1) % path.length
    if (at >= path.length) at = 0
  }
}
