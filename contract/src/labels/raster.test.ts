import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ringsOfMask } from './contours.ts'
import { mask as maskSchema, maskArea, maskContains, maskOf } from './mask.ts'
import { polygonArea, polygonContains } from './polygon.ts'
import { maskOfRings } from './raster.ts'

const size = { width: 24, height: 18 }
const coordinate = fc.oneof(fc.integer({ min: -4, max: 28 }), fc.double({ min: -4, max: 28, noNaN: true }))
const ring = fc.array(coordinate, { minLength: 6, maxLength: 16 }).map((n) => n.slice(0, n.length - (n.length % 2)))
const rings = fc.array(ring, { minLength: 1, maxLength: 4 })

function centres(visit: (x: number, y: number) => void): void {
  for (let y = 0; y < size.height; y += 1) for (let x = 0; x < size.width; x += 1) visit(x + 0.5, y + 0.5)
}

test('a pixel is inside where its centre is, for any rings and either rule', () => {
  fc.assert(
    fc.property(rings, (some) => {
      const evenOdd = maskOfRings(some, size)
      const union = maskOfRings(some, size, 'union')
      for (const mask of [evenOdd, union]) if (mask !== null) expect(maskSchema.safeParse(mask).success).toBe(true)
      centres((x, y) => {
        // A center on an outline may fall to either side.
        if (some.some((points) => isNear(points, x, y))) return
        expect(evenOdd !== null && maskContains(evenOdd, { x, y })).toBe(polygonContains({ rings: some }, { x, y }))
        const isInAny = some.some((points) => polygonContains({ rings: [points] }, { x, y }))
        expect(union !== null && maskContains(union, { x, y })).toBe(isInAny)
      })
    }),
  )
})

function isNear(points: readonly number[], x: number, y: number): boolean {
  return points.some((_, at) => {
    if (at % 2 === 1) return false
    const [ax, ay] = [points[at]!, points[at + 1]!]
    const [bx, by] = [points[(at + 2) % points.length]!, points[(at + 3) % points.length]!]
    const length = (bx - ax) ** 2 + (by - ay) ** 2
    const part = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length))
    return Math.hypot(ax + part * (bx - ax) - x, ay + part * (by - ay) - y) < 1e-6
  })
}

test('the outline of a mask gives the same mask back, with holes and parts', () => {
  const pixels = fc.uint8Array({ minLength: 80, maxLength: 80, max: 1 })
  fc.assert(
    fc.property(pixels, (inside) => {
      const mask = maskOf(inside, { x: 3, y: 2, width: 10, height: 8 })
      if (mask === null) return
      const outline = ringsOfMask(mask)
      expect(maskOfRings(outline, { width: 40, height: 40 })).toEqual(mask)
      for (const points of outline) expect(points.length).toBeGreaterThanOrEqual(8)
    }),
  )
})

test('an outline has corners only where it turns', () => {
  const square = { x: 5, y: 6, width: 3, height: 2, counts: [0, 6] }
  const [outline, ...more] = ringsOfMask(square)
  expect(more).toEqual([])
  expect(outline).toHaveLength(8)
  expect(polygonArea({ rings: [outline!] })).toBe(maskArea(square))
})
