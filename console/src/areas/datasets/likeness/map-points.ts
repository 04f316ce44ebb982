import type { LikenessMap, MapColour, MapColumn } from '@vermilion/contract/image-search/likeness'

export interface MapPoints {
  readonly count: number
  /** x and y of each point, from -1 to 1. */
  readonly positions: Float32Array
  readonly numbers: Uint32Array
}

export interface PointValues {
  readonly entries: MapColumn['entries']
  /** The index of each point's entry. */
  readonly values: Uint16Array
}

export function pointsOf({ points, positions, numbers }: LikenessMap): MapPoints {
  return { count: points, positions: new Float32Array(bytes(positions)), numbers: new Uint32Array(bytes(numbers)) }
}

export function valuesOf({ columns }: LikenessMap, colour: MapColour): PointValues {
  const { entries, values } = columns[colour]
  return { entries, values: new Uint16Array(bytes(values)) }
}

function bytes(base64: string): ArrayBuffer {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)).buffer
}

export interface Location {
  readonly x: number
  readonly y: number
}

export function pointsWithin(
  { positions, count }: MapPoints,
  outline: readonly Location[],
  isVisible: (point: number) => boolean,
): number[] {
  const points: number[] = []
  for (let point = 0; point < count; point++) {
    if (isVisible(point) && isWithin(positions[point * 2]!, positions[point * 2 + 1]!, outline)) points.push(point)
  }
  return points
}

/** Ray casting: a point is inside when a ray crosses the outline an odd number of times. */
function isWithin(x: number, y: number, outline: readonly Location[]): boolean {
  let isInside = false
  for (let at = 0, last = outline.length - 1; at < outline.length; last = at++) {
    const [one, other] = [outline[at]!, outline[last]!]
    if (one.y > y !== other.y > y && x < ((other.x - one.x) * (y - one.y)) / (other.y - one.y) + one.x)
      isInside = !isInside
  }
  return isInside
}

/** The nearest visible point within a distance; -1 without one. */
export function nearestPoint(
  { positions, count }: MapPoints,
  { x, y }: Location,
  { reach, isVisible }: { reach: number; isVisible: (point: number) => boolean },
): number {
  let [nearest, least] = [-1, reach * reach]
  for (let point = 0; point < count; point++) {
    const [dx, dy] = [positions[point * 2]! - x, positions[point * 2 + 1]! - y]
    const distance = dx * dx + dy * dy
    if (distance <= least && isVisible(point)) [nearest, least] = [point, distance]
  }
  return nearest
}
