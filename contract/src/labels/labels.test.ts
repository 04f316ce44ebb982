import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mask, maskArea, maskContains, maskOf, maskPixels } from './mask.ts'
import { polygonArea, polygonBounds, polygonContains, ringArea } from './polygon.ts'

const picture = fc
  .record({ width: fc.integer({ min: 1, max: 24 }), height: fc.integer({ min: 1, max: 24 }) })
  .chain((size) =>
    fc.record({
      window: fc.record({
        x: fc.nat(50),
        y: fc.nat(50),
        width: fc.constant(size.width),
        height: fc.constant(size.height),
      }),
      inside: fc.uint8Array({ minLength: size.width * size.height, maxLength: size.width * size.height, max: 1 }),
    }),
  )

test('a mask keeps every pixel, in a window no larger than it needs', () => {
  fc.assert(
    fc.property(picture, ({ window, inside }) => {
      const cropped = maskOf(inside, window)
      const area = inside.reduce((sum, pixel) => sum + pixel, 0)
      if (cropped === null) {
        expect(area).toBe(0)
        return
      }
      expect(mask.safeParse(cropped).success).toBe(true)
      expect(maskArea(cropped)).toBe(area)
      for (const [at, pixel] of inside.entries()) {
        const point = { x: window.x + (at % window.width) + 0.5, y: window.y + Math.floor(at / window.width) + 0.5 }
        expect(maskContains(cropped, point)).toBe(pixel === 1)
      }
      const again = maskPixels(cropped)
      const row = (y: number) => again.subarray(y * cropped.width, (y + 1) * cropped.width)
      expect(row(0).includes(1) && row(cropped.height - 1).includes(1)).toBe(true)
    }),
  )
})

test('a ring inside another is a hole, one beside it a part', () => {
  const rings = [
    [0, 0, 10, 0, 10, 10, 0, 10],
    [2, 2, 4, 2, 4, 4, 2, 4],
    [20, 0, 22, 0, 22, 2, 20, 2],
  ]
  expect(polygonArea({ rings })).toBe(100 - 4 + 4)
  expect(polygonBounds({ rings })).toEqual({ x: 0, y: 0, width: 22, height: 10 })
  const inside = [polygonContains({ rings }, { x: 1, y: 1 }), polygonContains({ rings }, { x: 21, y: 1 })]
  const outside = [polygonContains({ rings }, { x: 3, y: 3 }), polygonContains({ rings }, { x: 15, y: 1 })]
  expect([...inside, ...outside]).toEqual([true, true, false, false])
  expect(ringArea(rings[0]!)).toBe(100)
})
