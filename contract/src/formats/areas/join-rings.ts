import { boxContains } from '../../labels/box.ts'
import { pointWithin, polygonBounds, polygonContains, ringArea } from '../../labels/polygon.ts'

/** A ring with holes gets a zero-width bridge to each hole, which preserves the interior. Separate parts stay separate. */
export function joinHoles(rings: readonly number[][]): number[][] {
  const around = surroundings(rings)
  return rings.flatMap((outer, index) => {
    const depth = around[index]!.length
    if (depth % 2 === 1) return []
    const holes = rings.filter((_, at) => around[at]!.length === depth + 1 && around[at]!.includes(index))
    return [holes.reduce((joined, hole) => bridge(joined, turned(hole, -Math.sign(ringArea(outer)))), outer)]
  })
}

/** Joins all rings into one outline with zero-width bridges, for formats with one outline per object. */
export function joinRings(rings: readonly number[][]): number[] {
  return joinHoles(rings).reduce((joined, part) => bridge(joined, turned(part, Math.sign(ringArea(joined)))))
}

export function surroundings(rings: readonly number[][]): number[][] {
  const bounds = rings.map((points) => polygonBounds({ rings: [points] }))
  return rings.map((points, index) => {
    const start = pointWithin(points)
    return [...rings.keys()].filter(
      (at) => at !== index && boxContains(bounds[at]!, start) && polygonContains({ rings: [rings[at]!] }, start),
    )
  })
}

/** Orients the ring: 1 clockwise on the screen, -1 counterclockwise. */
function turned(points: readonly number[], sign: number): number[] {
  if (sign === 0 || Math.sign(ringArea(points)) === sign) return [...points]
  const back: number[] = []
  for (let at = points.length - 2; at >= 0; at -= 2) back.push(points[at]!, points[at + 1]!)
  return back
}

function bridge(first: readonly number[], second: readonly number[]): number[] {
  let [from, to, nearest] = [0, 0, Infinity]
  // For very long rings an approximately nearest pair suffices.
  const step = 2 * Math.ceil(Math.sqrt((first.length * second.length) / 40_000_000))
  for (let a = 0; a < first.length; a += step) {
    for (let b = 0; b < second.length; b += step) {
      const distance = (first[a]! - second[b]!) ** 2 + (first[a + 1]! - second[b + 1]!) ** 2
      if (distance < nearest) [from, to, nearest] = [a, b, distance]
    }
  }
  const around = [...second.slice(to), ...second.slice(0, to + 2)]
  return [...first.slice(0, from + 2), ...around, ...first.slice(from)]
}
