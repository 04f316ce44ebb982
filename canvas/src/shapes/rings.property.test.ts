import type { Mask } from '@vermilion/contract/labels/mask'
import { maskContains } from '@vermilion/contract/labels/mask'
import { maskOfRings } from '@vermilion/contract/labels/raster'
import { polygonContains } from '@vermilion/contract/labels/polygon'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { combinedMasks } from './mask-runs.ts'
import { clipped as combined } from './ring-clipping.ts'
import { distanceToSegment, pointAt, simplifiedRing } from './rings.ts'

const image = { width: 100, height: 100 }
const ring = fc
  .array(fc.tuple(fc.integer({ max: 100, min: 0 }), fc.integer({ max: 100, min: 0 })), { minLength: 3, maxLength: 7 })
  .map((points) => points.flat())

test('areas are united and subtracted as their pixels are, crossing outlines and holes included', () => {
  const polygon = fc.array(ring, { minLength: 1, maxLength: 2 }).map((rings) => ({ rings }))
  fc.assert(
    fc.property(polygon, polygon, (first, second) => {
      const [a, b] = [maskOfRings(first.rings, image), maskOfRings(second.rings, image)]
      for (const operation of ['unite', 'subtract', 'intersect'] as const) {
        const result = combined(first, second, operation)
        const drawn = result && maskOfRings(result.rings, image)
        const expected =
          a && b ? combinedMasks(a, b, operation) : { unite: a ?? b, subtract: a, intersect: null }[operation]
        const differing = [
          ...pixelsOf(drawn && expected ? combinedMasks(drawn, expected, 'subtract') : drawn),
          ...pixelsOf(drawn && expected ? combinedMasks(expected, drawn, 'subtract') : expected),
        ]
        // Coordinates are rounded to hundredths: pixels with centers on an outline may go either way.
        const edges = [...first.rings, ...second.rings].flatMap((each) =>
          Array.from({ length: each.length / 2 }, (_, at) => [pointAt(each, at), pointAt(each, at + 1)] as const),
        )
        const wrong = differing.filter((point) =>
          edges.every(([from, to]) => distanceToSegment(point, from, to) > 0.05),
        )
        expect(wrong.length).toBeLessThanOrEqual(2)
      }
    }),
    {
      numRuns: 120,
      examples: [
        [{ rings: [[0, 77, 1, 77, 0, 0, 1, 77]] }, { rings: [[0, 0, 0, 77, 0, 12]] }],
        [{ rings: [[0, 0, 2, 46, 0, 46, 1, 46]] }, { rings: [[0, 0, 0, 14, 1, 0]] }],
      ],
    },
  )
})

test('a simplified ring keeps points of the one before, none of which is further off than the tolerance', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(100), fc.nat(100)), { minLength: 3, maxLength: 60 }),
      fc.integer({ min: 0, max: 12 }),
      (points, tolerance) => {
        const coordinates = points.flat()
        const after = simplifiedRing(coordinates, tolerance)
        expect(after.length).toBeGreaterThanOrEqual(6)
        const originals = new Set(points.map(String))
        for (let at = 0; at < after.length / 2; at += 1)
          expect(originals.has(`${after[2 * at]},${after[2 * at + 1]}`)).toBe(true)
        for (const [x, y] of points) {
          const off = Array.from({ length: after.length / 2 }, (_, at) =>
            distanceToSegment({ x, y }, pointAt(after, at), pointAt(after, at + 1)),
          )
          expect(Math.min(...off)).toBeLessThanOrEqual(tolerance + 1e-9)
        }
      },
    ),
  )
})

test('subtracting a middle leaves a hole, subtracting a band leaves two parts, subtracting all leaves nothing', () => {
  const square = { rings: [[0, 0, 90, 0, 90, 90, 0, 90]] }
  const holed = combined(square, { rings: [[30, 30, 60, 30, 60, 60, 30, 60]] }, 'subtract')
  expect(holed?.rings).toHaveLength(2)
  expect(polygonContains(holed ?? square, { x: 45, y: 45 })).toBe(false)
  expect(combined(square, { rings: [[-5, 40, 95, 40, 95, 50, -5, 50]] }, 'subtract')?.rings).toHaveLength(2)
  expect(combined(square, { rings: [[-5, -5, 95, -5, 95, 95, -5, 95]] }, 'subtract')).toBeNull()
})

function pixelsOf(mask: Mask | null): { x: number; y: number }[] {
  const points: { x: number; y: number }[] = []
  for (let y = 0; mask && y < mask.height; y += 1) {
    for (let x = 0; x < mask.width; x += 1) {
      const point = { x: mask.x + x + 0.5, y: mask.y + y + 0.5 }
      if (maskContains(mask, point)) points.push(point)
    }
  }
  return points
}
