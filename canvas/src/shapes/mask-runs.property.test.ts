import { mask as maskSchema, maskArea, maskContains, maskOf } from '@vermilion/contract/labels/mask'
import type { Mask } from '@vermilion/contract/labels/mask'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flooded } from './flood.ts'
import { combinedMasks } from './mask-runs.ts'
import { createPainting } from './painting.ts'

const somewhere = fc
  .record({
    x: fc.nat(20),
    y: fc.nat(20),
    width: fc.integer({ min: 1, max: 14 }),
    height: fc.integer({ min: 1, max: 14 }),
  })
  .chain((window) => {
    const length = window.width * window.height
    return fc
      .uint8Array({ minLength: length, maxLength: length, max: 1 })
      .map((inside) => maskOf(inside, window))
      .filter((mask) => mask !== null)
  })

function pixelsOf(mask: Mask | null): string[] {
  if (!mask) return []
  const points: string[] = []
  for (let y = 0; y < 40; y += 1) {
    for (let x = 0; x < 40; x += 1) if (maskContains(mask, { x: x + 0.5, y: y + 0.5 })) points.push(`${x} ${y}`)
  }
  return points
}

test('masks are combined pixel by pixel, whatever their windows, into masks as small as they can be', () => {
  fc.assert(
    fc.property(somewhere, somewhere, (first, second) => {
      const [a, b] = [new Set(pixelsOf(first)), new Set(pixelsOf(second))]
      const expected = { unite: a.union(b), subtract: a.difference(b), intersect: a.intersection(b) }
      for (const operation of ['unite', 'subtract', 'intersect'] as const) {
        const result = combinedMasks(first, second, operation)
        expect(new Set(pixelsOf(result))).toEqual(expected[operation])
        if (!result) continue
        expect(maskSchema.safeParse(result).error).toBeUndefined()
        // Masks are canonical: equal pixels give equal counts.
        expect(combinedMasks(result, result, 'unite')).toEqual(result)
        expect(maskArea(result)).toBe(expected[operation].size)
      }
    }),
  )
})

test('a stroke paints what lies within half a brush of its way, over any number of tiles, and nothing outside', () => {
  const point = fc.record({ x: fc.integer({ min: -30, max: 630 }), y: fc.integer({ min: -30, max: 330 }) })
  const image = { width: 600, height: 300 }
  fc.assert(
    fc.property(fc.array(point, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 80 }), (points, size) => {
      const painting = createPainting(image)
      for (const [at, to] of points.entries()) painting.stroke(points[Math.max(0, at - 1)] ?? to, to, size)
      const mask = painting.mask()
      const distance = (x: number, y: number): number =>
        Math.min(...points.map((to, at) => between({ x, y }, points[Math.max(0, at - 1)] ?? to, to)))
      for (let y = 0; y < image.height; y += 11) {
        for (let x = 0; x < image.width; x += 11) {
          const away = distance(x + 0.5, y + 0.5)
          // Pixels on the border and under the point depend on rounding.
          if (Math.abs(away - size / 2) < 1e-6 || away < 0.8) continue
          expect(mask !== null && maskContains(mask, { x, y })).toBe(away < size / 2)
        }
      }
    }),
    { numRuns: 25 },
  )
})

test('flooding reaches what hangs together side by side', () => {
  const open = fc.uint8Array({ minLength: 96, maxLength: 96, max: 1 })
  fc.assert(
    fc.property(open, fc.nat(11), fc.nat(7), (grid, x, y) => {
      const filled = flooded(grid, 12, { x, y })
      const start = y * 12 + x
      if (grid[start] === 0) {
        expect(filled).toBeNull()
        return
      }
      const expected = new Set([start])
      for (const at of expected) {
        const near = [at - 12, at + 12, ...(at % 12 > 0 ? [at - 1] : []), ...(at % 12 < 11 ? [at + 1] : [])]
        for (const to of near) if (grid[to] === 1) expected.add(to)
      }
      expect([...(filled ?? [])].flatMap((each, at) => (each ? [at] : []))).toEqual(
        [...expected].toSorted((a, b) => a - b),
      )
    }),
  )
})

interface At {
  x: number
  y: number
}

function between({ x, y }: At, from: At, to: At): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const along = Math.max(0, Math.min(1, ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy || 1)))
  return Math.hypot(from.x + along * dx - x, from.y + along * dy - y)
}
