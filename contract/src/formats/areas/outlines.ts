import type { Mask } from '../../labels/mask.ts'
import { maskArea } from '../../labels/mask.ts'
import { polygonBounds } from '../../labels/polygon.ts'
import { maskOfRings } from '../../labels/raster.ts'
import type { ImageSize } from '../codec.ts'
import type { GeometryOf } from '../labeled-images.ts'
import type { ProblemFinding } from '../problems/problems.ts'

type Area = GeometryOf<'polygon'> | GeometryOf<'mask'>

const maxNumbers = 2_000_000
const maxRings = 10_000

export function polygonProblem(points: readonly number[]): 'polygon-short' | 'polygon-long' | null {
  if (points.length < 6 || points.length % 2 === 1) return 'polygon-short'
  return points.length > maxNumbers ? 'polygon-long' : null
}

/** Disjoint outlines become rings of a polygon; overlapping ones a mask, because the even-odd rule would cut holes. */
export function shapeOfOutlines(
  outlines: readonly (readonly number[])[],
  image: ImageSize,
  where: string,
): { value: Area; problem?: undefined } | { problem: ProblemFinding } {
  const wrong = outlines.map(polygonProblem).find((problem) => problem !== null)
  if (wrong) return { problem: { reason: wrong, values: { where, limit: maxNumbers / 2 } } }
  if (outlines.length > maxRings)
    return { problem: { reason: 'polygon-long', values: { where, limit: maxNumbers / 2 } } }
  const rings = outlines.map((points) => [...points])
  if (!mayOverlap(rings)) return { value: { kind: 'polygon', polygon: { rings } } }
  const union = maskOfRings(rings, image, 'union')
  const evenOdd = maskOfRings(rings, image)
  if (union === null || (evenOdd !== null && isSame(union, evenOdd)))
    return { value: { kind: 'polygon', polygon: { rings } } }
  return { value: { kind: 'mask', mask: union } }
}

function mayOverlap(rings: readonly number[][]): boolean {
  if (rings.length < 2) return false
  const bounds = rings.map((points) => polygonBounds({ rings: [points] })).sort((a, b) => a.x - b.x)
  return bounds.some((a, index) => {
    for (let at = index + 1; at < bounds.length; at += 1) {
      const b = bounds[at]!
      if (b.x >= a.x + a.width) return false
      if (b.y < a.y + a.height && a.y < b.y + b.height) return true
    }
    return false
  })
}

function isSame(a: Mask, b: Mask): boolean {
  return maskArea(a) === maskArea(b) && a.counts.length === b.counts.length
}
