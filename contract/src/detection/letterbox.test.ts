import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boxFromInput, boxToInput, letterbox, paddingGrey } from './letterbox.ts'
import { letterboxPixels } from './resample.ts'

const side = fc.integer({ min: 1, max: 5000 })
const size = fc.constantFrom(32, 128, 320, 640)
const fraction = fc.double({ min: 0, max: 1, noNaN: true })

test('a box goes into the square and comes back', () => {
  fc.assert(
    fc.property(side, side, size, fraction, fraction, (width, height, square, u, v) => {
      const fit = letterbox({ width, height }, square)
      const box = { x: u * width, y: v * height, width: (1 - u) * width + 1, height: (1 - v) * height + 1 }
      const back = boxFromInput(boxToInput(box, fit), fit)
      for (const key of ['x', 'y', 'width', 'height'] as const) expect(back[key]).toBeCloseTo(box[key], 6)
    }),
  )
})

test('the image lies inside the square and fills it on its longer side', () => {
  fc.assert(
    fc.property(side, side, size, (width, height, square) => {
      const fit = letterbox({ width, height }, square)
      expect(Math.max(fit.width, fit.height)).toBe(square)
      expect(Math.min(fit.left, fit.top)).toBe(0)
      expect(fit.left + fit.width).toBeLessThanOrEqual(square)
      expect(fit.top + fit.height).toBeLessThanOrEqual(square)
      expect(Math.abs(square - fit.width - 2 * fit.left)).toBeLessThanOrEqual(1)
    }),
  )
})

test('pixels: a plain image keeps its colour at every scale, the rest is grey', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 90 }), (width, height) => {
      const rgb = new Uint8Array(width * height * 3)
      for (let i = 0; i < rgb.length; i += 3) rgb.set([200, 10, 77], i)
      const square = letterboxPixels(rgb, { width, height }, 32)
      const fit = letterbox({ width, height }, 32)
      for (let y = 0; y < 32; y++) {
        for (let x = 0; x < 32; x++) {
          const inside = x >= fit.left && x < fit.left + fit.width && y >= fit.top && y < fit.top + fit.height
          const pixel = [...square.subarray((y * 32 + x) * 3, (y * 32 + x) * 3 + 3)]
          expect(pixel).toEqual(inside ? [200, 10, 77] : [paddingGrey, paddingGrey, paddingGrey])
        }
      }
    }),
    { numRuns: 30 },
  )
})

test('pixels: shrinking averages what a pixel covers, growing interpolates', () => {
  const halves = new Uint8Array([0, 0, 0, 100, 100, 100, 200, 200, 200, 40, 40, 40])
  const shrunk = letterboxPixels(halves, { width: 4, height: 1 }, 2)
  expect([...shrunk.subarray(0, 6)]).toEqual([50, 50, 50, 120, 120, 120])
  const grown = letterboxPixels(new Uint8Array([0, 0, 0, 100, 100, 100]), { width: 2, height: 1 }, 4)
  const row = grown.subarray(4 * 3, 4 * 3 + 12)
  expect([row[0], row[3], row[6], row[9]]).toEqual([0, 25, 75, 100])
})

test('a picture is stretched, or cropped to its middle, and boxes come back from both', () => {
  const image = { width: 8, height: 4 }
  expect(letterbox(image, 16, 'stretch')).toMatchObject({ width: 16, height: 16, left: 0, top: 0 })
  const crop = letterbox(image, 4, 'crop')
  expect(crop).toMatchObject({ width: 8, height: 4, left: -2, top: 0 })
  expect(boxFromInput({ x: 0, y: 0, width: 4, height: 4 }, crop)).toEqual({ x: 2, y: 0, width: 4, height: 4 })
})

test('pixels: of a crop the middle is seen; the nearest pixel is taken as it is; linear does not average', () => {
  const row = Uint8Array.from([0, 10, 20, 30, 40, 50, 60, 70].flatMap((value) => [value, value, value]))
  const image = { width: 8, height: 1 }
  const reds = (bytes: Uint8Array, count: number) => Array.from({ length: count }, (_, at) => bytes[at * 3])
  expect(reds(letterboxPixels(row, image, 1, { fit: 'crop' }), 1)).toEqual([40])
  const tall = Uint8Array.from([...row, ...row])
  expect(reds(letterboxPixels(tall, { width: 8, height: 2 }, 2, { fit: 'crop' }), 4)).toEqual([30, 40, 30, 40])
  const stretched = (resampling: 'nearest' | 'linear' | 'area') =>
    reds(letterboxPixels(row, image, 2, { fit: 'stretch', resampling }), 2)
  expect([stretched('nearest'), stretched('linear'), stretched('area')]).toEqual([
    [20, 60],
    [15, 55],
    [15, 55],
  ])
  const padded = letterboxPixels(row, image, 8, { grey: 7 })
  expect(padded[0]).toBe(7)
})
