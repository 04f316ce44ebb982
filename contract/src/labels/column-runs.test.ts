import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnRuns, compressRuns, expandRuns, maskOfColumnRuns } from './column-runs.ts'
import { maskOf } from './mask.ts'

const image = fc
  .record({ width: fc.integer({ min: 1, max: 20 }), height: fc.integer({ min: 1, max: 20 }) })
  .chain(({ width, height }) => {
    const length = width * height
    const pixels = fc.uint8Array({ minLength: length, maxLength: length, max: 1 })
    const blocks = fc.tuple(fc.nat(width), fc.nat(height), fc.nat(width), fc.nat(height)).map(([a, b, c, d]) =>
      Uint8Array.from({ length }, (_, at) => {
        const [x, y] = [at % width, Math.floor(at / width)]
        return x >= Math.min(a, c) && x < Math.max(a, c) && y >= Math.min(b, d) && y < Math.max(b, d) ? 1 : 0
      }),
    )
    return fc.record({ width: fc.constant(width), height: fc.constant(height), pixels: fc.oneof(pixels, blocks) })
  })

function plainRuns({ width, height, pixels }: { width: number; height: number; pixels: Uint8Array }): number[] {
  const counts = [0]
  let inside = 0
  for (let x = 0; x < width; x += 1) {
    for (let y = 0; y < height; y += 1) {
      if (pixels[y * width + x] === inside) counts[counts.length - 1]! += 1
      else {
        counts.push(1)
        inside ^= 1
      }
    }
  }
  return counts
}

test('runs down the columns of the image are those of COCO, and give the mask back', () => {
  fc.assert(
    fc.property(image, ({ width, height, pixels }) => {
      const mask = maskOf(pixels, { x: 0, y: 0, width, height })
      const plain = plainRuns({ width, height, pixels })
      expect(maskOfColumnRuns(plain, { width, height })).toEqual(mask)
      if (mask !== null) expect(columnRuns(mask, { width, height })).toEqual(plain)
    }),
  )
})

test('a mask that reaches outside its image is cut to it', () => {
  const offset = fc.integer({ min: -6, max: 25 })
  fc.assert(
    fc.property(image, image, offset, offset, ({ width, height }, drawn, x, y) => {
      const mask = maskOf(drawn.pixels, { x, y, width: drawn.width, height: drawn.height })
      if (mask === null) return
      const pixels = Uint8Array.from({ length: width * height }, (_, at) => {
        const [column, row] = [(at % width) - x, Math.floor(at / width) - y]
        const isDrawn = column >= 0 && row >= 0 && column < drawn.width && row < drawn.height
        return isDrawn ? drawn.pixels[row * drawn.width + column]! : 0
      })
      expect(columnRuns(mask, { width, height })).toEqual(plainRuns({ width, height, pixels }))
    }),
  )
})

test('runs as text are read back, and a text that is none is refused', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(400_000_000)), (counts) => {
      expect(expandRuns(compressRuns(counts))).toEqual(counts)
    }),
  )
  // Computed by hand: 10 × 10 pixels with the lower right quarter inside.
  expect(expandRuns('g155000000O')).toEqual([55, 5, 5, 5, 5, 5, 5, 5, 5, 4])
  expect(compressRuns([55, 5, 5, 5, 5, 5, 5, 5, 5, 5])).toBe('g1550000000')
  expect([expandRuns(' '), expandRuns('o'), expandRuns('oooooooooooooo0')]).toEqual([null, null, null])
})
